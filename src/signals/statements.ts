import { anyOf } from './any-of.ts'
import { cued } from './cued.ts'

/**
 * A statement is a plain line about a problem or an ending. Only statements are kept for the text rules. These words
 * are broad on purpose, and the rules that read the lines are narrow. Most statements have one of the first words, and
 * then the long list is never compiled.
 */
const COMMON_WORDS = /error|fail|fatal|cannot|missing|not found|denied|retry|done|passed|result/i
const SPEAKS_OF: RegExp = anyOf(
  [
    /error|fail|full trace|exception|in use|hearing from|unreachable|fatal|denied|refus|reject/,
    /limit|quota|exceed|time[d -]{0,2}out|deadline|kill|abort|cancel|interrupt|not found/,
    /no such|cannot|could ?n[o']t|can't|unable|missing|required|unauthori[sz]ed|forbidden/,
    /invalid|illegal|exhaust|reached|stuck|loop|credit|balance|billing|overload|capacity|unavailable/,
    /panic|traceback|crash|segmentation|core dumped|succe|complet|compil|written on|up to date/,
    /no (?:issues|offenses)|\b0 (?:issues|problems|violations|offenses|findings)\b|finished|passed|status|decision|verdict|outcome|result|exit|reason|context|token/,
    /maximum|giv(?:e|ing) up|gave up|login|logged in|api[ _-]key|permission|permitted|approv/,
    /do you want|would you like|should I\b|how can I|wait(?:ing)? for|allow|MCP |too (?:long|large|many)|no space|out of|memory|heap|connect|network/,
    /socket|reset by|retry|stall|halt|stopp|terminat|shut|SIG[A-Z]|\^C|HTTP|\b[45]\d\d\b|done/,
    /sorry|already exists|SQLSTATE|argument|configuration|unknown|unrecogni|\bpass|fixed|\bnow\b/,
    /^\W*I(?:'ve| have)? (?:also |then |now )?[a-z]+ed\b|^Node\.js v\d/,
    /\b(?:implement|add|creat|updat|refactor|migrat|built|solve|solution|no further|nothing|summary|what was|here(?:'s| is)|changes|wrote|written|remov|replac|renam|moved|document|review|audit|analy[sz]|verif|validat|deploy|publish|generat|commit|merged|push|resolv|correct|clean|extend|configur|harden|wired|tested|key )/,
    /\bOK\b|<\/\w+>$|no leaks|no known|rated at|code style|concluded|unbound|went wrong/,
    /up and running|ready to accept|listening on|(?:running|available|started) (?:on|at) /,
    /started \w+ in |normally|normal termination|accuracy|f1|rmse/,
    /schwerwiegend|fatale?\b|fataal|\bfout:|\bhata:|ölümcül|błąd|krytyczny|\bchyba|virhe|\bhiba|\bgalat|kesalahan|lỗi|помилка|фатально|しました|했습니다|되었습니다|génération|compilaci[oó]n|compilazione|сборка|finalizad|conclu[íi]d|오류|에러|치명적|실패|완료|エラー|致命|严重/,
    /^\[\d+\/\d+\] |Fehler|Erreur|\bErro\b|falló|fallid|fallar|fallado|fallito|falhou|échou|éxito|exitosamente|correctamente|sucesso|succès|réussi|terminé|erfolgreich|Ошибка|успешно|错|錯|失败|失敗|成功|完成|通过|超时|找不到|不存在|无法|拒绝|权限/,
    /^Plan: \d|falsch geschrieben|nicht als|reconnu|reconoce|reconhecido|Permiss|Permiso|Permesso|Aucun fichier|No existe|nicht gefunden|Berechtigung|schl(?:agen|ägt)|échouent|fallan|falham|encontrad|quota|cuota|terminad|introuvable|ОШИБКА|ВАЖНО|Отказано|Нет такого|найден|подлинности|внутренней или|占用|没有|不是|不够|見つかりません|ありません|찾을 수|없습니다|用尽|不足/,
    /^(?:ORA|PLS|TNS|RMAN|SP2|SQL)-?\d{4}|^Msg \d+, Level|CategoryInfo|listener|default destination|shall I\b|let me know|manage|ran out|stop here|\bhalf\b|partly|partially|packet loss|run-?time error|Не удалось|konnte|podido|n'ai pas|consegui|komme .*weiter|umgesetzt|umgebaut|behoben|(?:implement|ergänz|erstell|aktualisier|hinzugefüg)t|bestehen|grün|grüne|laufen durch/,
    /fault|called from|raised|detected|\block|blocked|asleep|deadlock|hung|frozen|without a result|^r\(\d{1,4}\);$|no heartbeat|no progress|no activity|working tree|Zeitlimit|tiempo|überschritten|\bKein\b|FEHLER|ERREUR|ERRORE|ОШИБКА|nonconformant|no code for|define constant|EXC_|corrupt|EXCEPTION|FATAL|Faulting|speedup is|muxing overhead|diff is empty|\bempty (?:diff|patch)/,
    /only supports?|not support|n't support|incompatib|requires |\baccepts .*received/,
    /return(?:ed)? (?:code|status)|return_code|\brc ?[=:]|up-to-date|leaving directory|total time|elapsed|time taken|deployed (?:to|at)|saved (?:to|at|in)/,
    /\bno (?:tests?|specs?)\b|\bexpected\b|mismatch|violation|not (?:ok|met|set|mergeable|valid)\b|prohibit|unexpected|with problems|speedup is|\bContainer \S+ +[A-Z]|roll(?:ed|ing)? ?back|not enough|insufficient|not a\b|is (?:a )?directory|no route|syntax is|curl: |\[(?:emerg|alert|crit)\]|did not|\bno \S+ (?:\w+ ){0,3}found\b|undefined|not in\b|is up\b|is ready|healthy|violat|regression|alert|assertion|want(?:ed)?\b|^\s*[✗✘✖×❌⨯] /,
  ],
  'i',
)

/** Longer lines are data. */
const LONGEST = 2000

/** A table row compares or lists things. Programs do not report errors in tables. */
function isTableRow(line: string): boolean {
  const row = line.trim()
  return row.startsWith('|') && row.endsWith('|') && row.lastIndexOf('|', row.length - 2) > 0
}

/** A longer line counts only if it begins with an error, and only its beginning is read. */
const BEGINS_WITH_ERROR =
  /^\W{0,6}(?:[\w./-]{1,60}: ){0,3}(?:\[?(?:ERROR|FATAL|CRITICAL|fatal|[Ff]atal error|[Ee]rror|panic)\]?\s*[:!|]|(?:Exception in thread |(?:[A-Za-z_$][\w$]{0,60}\.){0,12}[A-Z]\w{0,60}(?:Error|Exception): ))/

/** An error measure, not an error: `relative error: 0.0031`, `MSE error = 1.2e-5`, `error: 0`. */
const MEASURE = /\berrors?\b[\w ()]{0,30}[:=]\s{0,8}[-+]?(?:0|\d*\.\d+(?:e[-+]?\d+)?|\d+e[-+]?\d+) ?%?$/i

export const isStatement = (line: string): boolean =>
  line.length <= LONGEST
    ? (COMMON_WORDS.test(line) || SPEAKS_OF.test(line)) && !isTableRow(line) && !MEASURE.test(line)
    : BEGINS_WITH_ERROR.test(line.slice(0, LONGEST))

/** Lines that continue the line before: stack frames, fields of an object, brackets, carets. */
const CONTINUES =
  /^\s|^[\])}>|^~]|^(?:[^\s:]{1,300}\.[A-Za-z]{1,5}:\d{1,7}(?::\d{1,5})?$|0x[\da-fA-F]{6,16}\b|[=*#~_-]{5,}|\S{1,300}\.rb:\d{1,7}:in [`']|at |Caused by: |\.\.\. \d+ more|Node\.js v\d|Bun v\d|Traceback \(most recent|Stack trace:|note: run with)/

/** A line at the debug level is not what the program tells its user. */
export const DEBUG: RegExp = cued(
  /DEBUG|TRACE|VERBOSE|debug|trace/,
  /^(?:\[[^\]]{1,60}\] ?){0,2}\W{0,3}(?:DEBUG|TRACE|VERBOSE|debug|trace)\b(?![-/.])/,
)

export const isDebug = (line: string): boolean => DEBUG.test(line)

export const isContinuation = (line: string): boolean => line === '' || CONTINUES.test(line)
