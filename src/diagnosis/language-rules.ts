/** How outputs in Spanish, Portuguese, French, German, Italian, Russian and Chinese state an end. */
import { anyOf } from '../signals/any-of.ts'
import { cued } from '../signals/cued.ts'
import type { LastResortRule } from './last-resort-rule.ts'
import { program } from './rule-examples.ts'
import type { SuccessRule } from './success-rule.ts'

/** A line that reports an error in another language than English. */
export const ERROR_ELSEWHERE: RegExp = anyOf([
  /^(?:\S{1,200}: |\[[^\]]{1,40}\] ?)?\W{0,6}(?:Fehler|FEHLER|[Ss]chwerwiegend(?:er Fehler)?|Erreur|ERREUR|erreur(?: fatale)?|fatal|Erro|ERRO|erro|Errore|ERRORE|errore|[Ff]atale?|[Ff]ataal|[Ff]out|[Hh]ata|[Öö]lümcül|[Bb]łąd|[Kk]rytyczny|[Cc]hyba|[Vv]irhe|[Hh]iba|[Gg]alat|[Kk]esalahan|[Ll]ỗi|[Пп]омилка|[Фф]атально|[Оо]шибка|错误|錯誤|致命错误|致命错誤|严重|エラー|致命的なエラー|오류|치명적(?:인 오류)?|에러)\s{0,2}[:：!！]/,
  /^\W{0,3}\[(?:错误|錯誤|ошибка|fehler|erreur|errore|erro)\]/i,
  /^(?:\S{1,12} )?(?:Zeitlimit|Límite de tiempo|Limite de temps|Limite de tempo)\b.{0,60}(?:überschritten|excedido|superado|dépassée?|atteinte?)/i,
  /\babortad[oa]!?(?:$| )|\b(?:wurde|wird) abgebrochen\b/i,
  /^\W{0,6}(?:\S{1,40} ){0,4}?(?:fall[óo]|ha fallado|falhou|échoué|fehlgeschlagen|fallito)[.!:]?(?:$| )/,
  /\bist entweder falsch geschrieben\b|\bwird nicht als .{1,60} erkannt\b|\bn'est pas reconnu\b|\bno se reconoce como\b|\bnão é reconhecido como\b|不是内部或外部命令|не является внутренней или внешней/,
  /: (?:Permission non accordée|Aucun fichier ou dossier de ce (?:type|nom)|Permiso denegado|No existe el (?:archivo|fichero) o el directorio|Permissão negada|(?:Arquivo|Ficheiro) ou diret[óo]rio (?:não encontrado|inexistente)|Keine Berechtigung|Datei oder Verzeichnis nicht gefunden|Permesso negato|File o directory non esistente|Отказано в доступе|Нет такого файла или каталога|没有那个文件或目录|权限不够|許可がありません|そのようなファイルやディレクトリはありません|그런 파일이나 디렉터리가 없습니다)$/,
  /^(?:ВАЖНО|ОШИБКА|ПАНИКА|FEHLER|SCHWERWIEGEND|ERREUR|DÉTAIL|ERRO|ERRORE|FATALE?|PÂNICO|錯誤|致命错误|致命的エラー):\s{1,4}\S|^(?:Erro|Error|Erreur|Errore) (?:de|d'|di|do|du|en|ao|al) ?[^:：]{1,60}\s?[:：] ?\S/,
  /\b(?:tests?|suite) schl(?:agen|ägt) (?:\w+ ){0,2}fehl\b/,
  /^[^，。]{0,40}(?:失败|失敗|出错了?|실패(?:했습니다)?)[。！!:：]?(?:$|[,，:：(（ ])/,
])

const DENIES =
  /\b(?:no|não|nao|nicht|pas|non|sin|sem|ohne|sans|error(?:es)?|erros?|fehler|erreurs?|falló|falhou|échec|fehlgeschlagen|si|cuando|quando|wenn|quand)\b|未|没有|不|失败|失敗|错误|错|如果|等待/i

export const languageSuccessRules: readonly SuccessRule[] = [
  {
    id: 'success.other-languages',
    sentence: 'The last words say in another language than English that it ended well.',
    says: cued(
      /[^\0-\x7f]|maintenant|mente|sucesso|successo|erfolgreich|\balle |pasan|pasaron|passent|passam|passaram/i,
      anyOf(
        [
          /(?:completad[oa]s?|finalizad[oa]s?|terminad[oa]s?|exportad[oa]s?|generad[oa]s?|cread[oa]s?|desplegad[oa]s?) (?:con éxito|correctamente|exitosamente|satisfactoriamente)/,
          /(?:execução|processo|processamento|tarefa|ejecución|proceso|tarea) (?:foi )?(?:conclu[íi]d[oa]|finalizad[oa]|terminad[oa]|completad[oa])[!.]{0,3}$/,
          /(?:conclu[íi]d[oa]s?|finalizad[oa]s?|criad[oa]s?|gerad[oa]s?|executad[oa]s?|implantad[oa]s?) com sucesso/,
          /(?:terminée?s?|achevée?s?|réussie?s?|créée?s?|générée?s?|déployée?s?)(?: avec succès|\s?[!.]?$)/,
          /erfolgreich (?:abgeschlossen|beendet|erstellt|installiert|gespeichert|ausgef.{1,2}hrt|aktualisiert)/,
          /\balle (?:\d+ )?tests (?:laufen (?:jetzt )?durch|bestehen|sind grün)|\b(?:todas las pruebas|todos los tests) (?:pasan|pasaron)|\btous les tests passent|\btodos os testes (?:passam|passaram)/,
          /\b(?:projet|application|tâche|travail|implémentation|migration|refonte|site) est (?:maintenant|désormais) (?:complet|complète|prête?|terminée?|fonctionnel(?:le)?|opérationnel(?:le)?)(?![\wÀ-ɏ])/,
          /\b(?:proyecto|aplicación|tarea|trabajo|implementación|migración|projeto|aplicação|tarefa|trabalho|implementação|migração) (?:ya está|está (?:ahora|agora)) (?:complet[oa]|list[oa]|pront[oa]|terminad[oa]|conclu[íi]d[oa])(?![\wÀ-ɏ])/,
          /La génération a réussi|Compilación correcta|Compilazione completata|ビルドに成功|已成功生成|빌드했습니다|Сборка успешно завершена/,
          /(?:実装|修正|追加|完了|作成|対応|改善|更新|導入|成功)しました[。！]?$|(?:구현|수정|추가|완료|작성|업데이트)(?:했습니다|되었습니다|하였습니다)[.!]?$/,
          /[:：]\s?(?:全部)?通过[。！]?$/,
          /completat[oa] con successo|успешно (?:завершен|выполнен)[а-я]{0,3}|завершен[ао]? успешно/,
          /(?:完成|成功)[,，][^,，]{0,12}(?:耗时|用时|共)/,
          /(?:已完成|部署成功|构建成功|执行成功|运行成功|测试通过|全部通过|全部完成|完成|成功)[。！!]?$/,
        ],
        'i',
      ),
    ),
    not: DENIES,
    within: 4,
    yes: [
      program('Leyendo los precios', 'Proceso completado con éxito'),
      program('Le panier a une couleur', 'Le projet est maintenant complet avec un panier.'),
      program('Los precios tienen color', 'El proyecto ya está completo.'),
      program('读取价格', '✅ 部署完成！'),
      program('Preise werden gelesen', 'Der Import wurde erfolgreich abgeschlossen.'),
    ],
    no: [
      program('Leyendo los precios', 'El proceso no fue completado con éxito'),
      program('读取价格', '未完成'),
      program('Le panier a une couleur', "Le projet n'est pas maintenant complet."),
    ],
  },
]

export const languageHints: readonly LastResortRule[] = [
  {
    id: 'last.not-there-elsewhere',
    reason: 'SETUP_FAILED',
    sentence: 'Something is missing, in another language than English.',
    weight: 2.2,
    says: [
      /\bno se (?:encuentra|encontró|pudo encontrar|reconoce como|ha podido encontrar)\b|\bno (?:existe|encontrad[oa])\b/i,
      /\bnão (?:foi )?(?:encontrad[oa]|é reconhecido|existe|foi possível (?:encontrar|localizar|abrir))/i,
      /\bintrouvable|\bn'est pas (?:reconnu|installé)|\bn'existe pas\b|\bimpossible (?:de|d') ?(?:trouver|ouvrir|charger)/i,
      /\bnicht (?:gefunden|vorhanden|installiert)\b|\bkonnte nicht (?:gefunden|geöffnet|geladen|gestartet) werden|\bist entweder falsch geschrieben/i,
      /見つかりません|が存在しません|インストールされていません|찾을 수 없|존재하지 않|не найден|не существует|не удалось (?:найти|открыть|загрузить)|не является внутренней/i,
      /\bn'est pas reconnu|\bno se reconoce|Aucun fichier|No existe el|não encontrado|inexistente|nicht gefunden|non esistente|Нет такого файла|没有那个文件|そのようなファイル|그런 파일/i,
      /已被占用|正在使用|使用中です|이미 사용|уже (?:используется|занят)|\bbereits (?:verwendet|belegt|in Benutzung)|\bdéjà utilisée?\b|\bya está en uso\b|\bjá está (?:em|a ser) us/i,
      /проверк[а-я]{1,3} подлинности|[Aa]uthentifizierung fehlgeschlagen|échec de l'authentification|[Aa]utenticaci[óo]n|身份验证失败|认证失败|認証に失敗/,
      /找不到|未找到|不存在|无法(?:找到|打开|加载|连接|启动|解析)|不是内部或外部命令|不支持|未安装|缺少/,
    ],
    yes: ['Error: no se encuentra el archivo', '[ERROR] 找不到配置文件'],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'last.not-allowed-elsewhere',
    reason: 'SETUP_FAILED',
    ofAgents: 'PERMISSION_BLOCKED',
    sentence: 'It is not allowed, in another language than English.',
    weight: 2.4,
    says: [
      /\b(?:permiso|acceso) (?:denegado|rechazado)|\b(?:permissão|acesso) negad[oa]|\baccès refusé|\bautorisation refusée|\bzugriff (?:wurde )?verweigert|\bkeine berechtigung/i,
      /Permission non accordée|Permiso denegado|Permissão negada|Keine Berechtigung|Permesso negato|Отказано в доступе|权限不够|許可がありません/,
      /权限(?:不足|被拒绝)|拒绝访问|没有权限|无权/,
    ],
    yes: ['Error: acceso denegado', 'Fehler: Zugriff verweigert'],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'last.code-elsewhere',
    reason: 'BROKEN_BUILD',
    sentence: 'Code cannot be built, in another language than English.',
    weight: 2.4,
    says: [
      /símbolo no encontrado|símbolo não encontrado|symbole introuvable|Symbol nicht gefunden|找不到符号|シンボルを見つけられません/,
      /\berror(?:es)? de (?:compilación|sintaxis)|\berro(?:s)? de (?:compilação|sintaxe)|\berreur(?:s)? de (?:compilation|syntaxe)|\b(?:kompilierungs|syntax)fehler|\bkompilierung fehlgeschlagen/i,
      /编译(?:错误|失败|出错)|语法错误|构建失败/,
    ],
    yes: ['Error de compilación: falta un punto', '错误：编译失败'],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'last.quota-elsewhere',
    reason: 'SETUP_FAILED',
    ofAgents: 'USAGE_LIMIT',
    sentence: 'A quota is used up, in another language than English.',
    weight: 3,
    says: [
      /\bquota (?:dépassé|atteint|épuisé)|\bcuota (?:excedida|agotada|superada)|\bcota (?:excedida|esgotada)|\bkontingent (?:überschritten|erschöpft|aufgebraucht)|\bquota superata/i,
      /(?:配额|额度|余额|用量)(?:已)?(?:用尽|用完|不足|超出|超限|耗尽)|(?:利用|使用)(?:制限|上限)に達/,
    ],
    yes: ['Erreur : quota dépassé pour ce projet', '错误：余额不足'],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'last.tests-elsewhere',
    reason: 'TESTS_FAILED',
    sentence: 'Tests or checks failed, in another language than English.',
    weight: 2.6,
    says: [
      /\b(?:pruebas?|tests?) (?:fallid[oa]s?|fallaron|han fallado)|\btestes? (?:falharam|falhou)|\b(?:tests?) (?:échoués?|ont échoué)|\btests? (?:sind |ist )?fehlgeschlagen/i,
      /测试(?:失败|未通过|不通过)|检查失败|\b(?:tests?|suite) schl(?:agen|ägt) (?:\w+ ){0,2}fehl\b|\btests? échouent\b|\b(?:pruebas|tests|testes) (?:todavía |aún |ainda )?(?:fallan|falham)\b/,
    ],
    yes: ['Error: 3 pruebas fallidas', '错误：测试未通过'],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'last.timeout-elsewhere',
    reason: 'TIMEOUT',
    sentence: 'It took too long, in another language than English.',
    weight: 2.8,
    says: [
      /\btiempo de espera (?:agotado|excedido)|\btempo (?:limite )?(?:esgotado|excedido)|\bdélai (?:d'attente )?dépassé|\bzeitüberschreitung|\bzeitlimit\b.{0,40}überschritten|\blímite de tiempo (?:excedido|superado)|\blimite de temps dépassé/i,
      /超时/,
    ],
    yes: ['Error: tiempo de espera agotado', '错误：请求超时'],
    no: ['Error: the cart is empty'],
  },
]
