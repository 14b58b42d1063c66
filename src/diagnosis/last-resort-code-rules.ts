/** Signs that tests or checks failed, or that the code cannot be built. */
import { COULD_NOT, NOT_THERE, type LastResortRule } from './last-resort-rule.ts'

/** Files that a compiler, a bundler or an interpreter reads. */
const SOURCE =
  '(?:c|cc|cpp|cxx|h|hh|hpp|m|mm|cs|fs|vb|java|kt|kts|scala|groovy|swift|go|rs|zig|nim|d|v|sv|vhd|vhdl|py|pyx|rb|php|pl|pm|lua|jl|r|R|ex|exs|erl|hs|lhs|purs|elm|ml|mli|clj|cljs|lisp|rkt|adb|ads|cob|cbl|vala|gleam|js|jsx|cjs|mjs|ts|tsx|cts|mts|vue|svelte|astro|qml|dart|sol|vy|move|cairo|proto|thrift|graphql|sql|css|scss|sass|less|html?|tex|adoc|rst|asm|s|f|f90|pas|cob|ino|gd|glsl|wgsl|hlsl|cu|nix|tf|bicep|jsonnet|dhall|cmake|gradle)'

const NUMBER = '[1-9]\\d{0,6}'
const CASES = '(?:tests?|specs?|checks?|cases?|suites?|scenarios?|examples?|assertions?|expectations?)'
const FINDINGS =
  '(?:problems?|violations?|issues?|offenses?|findings?|vulnerabilit(?:y|ies)|mismatch(?:es)?|regressions?|warnings? treated as errors?|differences?|discrepanc(?:y|ies))'

export const testHints: readonly LastResortRule[] = [
  {
    id: 'last.expected',
    reason: 'TESTS_FAILED',
    sentence: 'A line names what was expected and what came instead.',
    weight: 3,
    anywhere: true,
    says: [
      /\bexpect(?:ed|ation)?\b.{1,200}\b(?:but (?:got|was|found|received|it was|there (?:is|was|were))|(?:but )?(?:instead )?(?:got|received)\b|actual(?:ly)?\b|instead of\b|to (?:be|equal|eq|have|match|contain|include|throw|return)\b)/i,
      /\b(?:found|got|saw) (?:\w+ ){1,6}but expected \S/i,
      /\b(?:got|actual|received):? .{1,120}\b(?:want(?:ed)?|expected)\b|\b(?:want|wanted) .{1,80}\b(?:have|had|got|saw|seen)\b/i,
      /^\W{0,6}(?:assert(?:ion)?\b.{0,80}\bfail|(?:\w{1,60}\.)*Assert(?:ion)?(?:Error|Failed\w*|Exception)?\b[:!])/i,
      /\bassert(?:ion)? (?:`|')?.{1,80} (?:==|!=|===|>|<) .{0,80}\bfailed\b/i,
      /\bdoes not (?:match|equal) (?:the )?(?:snapshot|golden|baseline|reference|stored)\b/i,
    ],
    not: /\b(?:Type|Runtime|Value|Index)Error: |\bunexpected\b|\bexpected (?:an? )?(?:array|object|string|number|boolean|record)\b,? (?:but )?(?:received|got)\b|\bexpected (?:an? )?(?:token|identifier|expression|declaration|type|statement|end of|one of|['"`;:({[])|\bexpected .{1,40}, (?:found|got) (?:`|keyword|identifier|token)|\bsyntax|\bchecksum|\bhash mismatch|^\s*"\w{1,30}": ?"/i,
    yes: [
      'FAIL total: expected 3 but got 4',
      'total differs: want 30, have 29',
      'AssertionError: cart is not empty',
      'got 2, want 3',
    ],
    no: ['Error: unexpected end of the cart', 'prices: Expected array, but received object'],
  },
  {
    id: 'last.failed-count',
    reason: 'TESTS_FAILED',
    sentence: 'A line counts tests or checks that failed.',
    weight: 3,
    anywhere: true,
    says: [
      new RegExp(
        `\\b${NUMBER}(?: (?:of|out of|/) ?\\d{1,7})? (?:[\\w-][\\w -]{0,40}? )?(?:${CASES} )?(?:have |has |are |were )?(?:failed|failing|failures?|errored)\\b`,
        'i',
      ),
      new RegExp(
        `\\b(?:failed|failures?|failing|fail|not ok|broken|unexpected)\\b(?: ${CASES})?\\s?[:=]\\s{0,8}${NUMBER}\\b(?! [A-Z][a-z])`,
        'i',
      ),
      new RegExp(`\\b${CASES}\\b.{0,40}\\b${NUMBER} (?:failed|failures?|failing)\\b`, 'i'),
      new RegExp(
        `\\bTests?(?: run)?:? {0,4}\\d{1,7}\\b.{0,80}\\b(?:errors?|failures?): {0,4}${NUMBER}\\b`,
        'i',
      ),
      new RegExp(`^(?:not ok \\d|\\W{0,4}${NUMBER} ${CASES} did not pass)`, 'i'),
    ],
    not: /^\d{1,6} error [A-Z]|\b(?:jobs?|steps?|stages?|tasks?|requests?|retr(?:y|ies)|attempts?|packages?|downloads?|uploads?|hosts?|commands?|connections?|files? failed|workflows?|runs?|targets?|login|payments?|hunks?|succeeded|waves?|dependenc(?:y|ies))\b|\bunreachable=|\bfailed to\b/i,
    yes: ['Results: 12 passed, 2 failed', '3 of 40 checks failed', 'not ok 4 - adds the price'],
    no: ['0 failed', 'Error: 3 requests failed', '23 error Failed at the cart@1.0.0 start script.'],
  },
  {
    id: 'last.tests',
    reason: 'TESTS_FAILED',
    sentence: 'Tests or checks failed, in whatever words.',
    weight: 2.5,
    says: [
      /\b(?:tests?|checks?|specs?|suites?|scenarios?|lint(?:ing)?|linter|verification|assertions?|audit|coverage|formatting|style|quality gate|type ?check(?:ing|s)?|smoke|e2e|regression|conformance|compliance|gate)\b (?:[\w-]+ ){0,3}?(?:fail(?:ed|ure|ures|s|ing)?|not (?:met|passed|reached)|did not (?:pass|succeed)|violated)\b/i,
      /\b(?:fail(?:ed|ing|ure) (?:\w+ ){0,2}?(?:tests?|specs?|checks?|assertions?|scenarios?|suites?))\b/i,
      /\b(?:coverage|score|ratio|threshold|accuracy)\b.{0,60}\b(?:below|under|less than|lower than|does not meet|not met|too low)\b/i,
      /\b(?:could|can) ?not be proved?n?\b|\bmight not hold\b|\bunsolved goals?\b|\bfailed to (?:finish|apply) (?:initial )?proof\b|\bproof (?:failed|obligations? (?:failed|remain))/i,
      /\btiming (?:constraints?|requirements?)\b.{0,20}\bnot (?:met|satisfied)|\bfailed to meet the timing\b|\b(?:exceeds?|exceeded|outside|beyond) (?:the )?(?:\w+ )?tolerances?\b|\b\d+ warnings? in strict mode\b/i,
      /^\W{0,6}regressions?: |\bassertion (?:is|was) false\b/i,
      /\bverdict\b\W{1,4}(?:fail(?:ed)?|not (?:passed|resolved|solved))\b|\b(?:warnings? treated as errors|with problems?), \d+ warnings?\b|\b\d+ warnings? \(with warnings treated as errors\)|\bwarnings occurred running \w+: \d/i,
      /\b(?:would be reformatted|not (?:properly )?formatted|needs? formatting|out of date; run|is not up[ -]to[ -]date with)\b/i,
    ],
    not: /\b(?:before|no) tests?\b|\bCheck failed: |\bconfiguration file .{1,200} test failed\b|\b(?:bootstrap|health|pre-?flight|readiness|liveness|login|integrity)[ -]checks?\b|\bfail(?:ed|ure)? to (?:start|launch|install|load|find|connect|build|compile|resolve)\b/i,
    yes: ['npm ERR! Test failed.  See above for more details.', 'ERROR: coverage 71 % is below 80 %'],
    no: ['Error: the test cart is empty'],
  },
  {
    id: 'last.findings',
    reason: 'TESTS_FAILED',
    sentence: 'A checker counts what it found in the work.',
    weight: 2,
    anywhere: true,
    says: [
      new RegExp(
        `\\b(?:found|detected|reported|there (?:are|were)|has|with|contains?|total(?: of)?:?) (?:\\w+ )?${NUMBER} (?:[\\w-][\\w -]{0,40}? )?${FINDINGS}\\b`,
        'i',
      ),
      new RegExp(
        `\\b${NUMBER} (?:[\\w-][\\w -]{0,40}? )?${FINDINGS} (?:found|detected|reported|remain|in \\d)`,
        'i',
      ),
      new RegExp(`^\\W{0,4}${NUMBER} ${FINDINGS} \\(`, 'i'),
    ],
    not: /\b(?:npm audit|run `npm|looking for funding|(?:low|moderate) severity)\b/i,
    yes: ['ERROR: 3 style violations found', '✖ 2 problems (2 errors, 0 warnings)'],
    no: ['found 0 problems'],
  },
  {
    id: 'last.verdict-field',
    reason: 'TESTS_FAILED',
    sentence: 'The result of a harness says that the task is not solved.',
    weight: 2,
    anywhere: true,
    says: [/^(?:Result for \S{1,100}: )?(?:is_)?(?:resolved|passed|solved|correct): false$/i],
    yes: ['resolved: false'],
    no: ['The cart is not resolved: falsely'],
  },
  {
    id: 'last.check-row',
    reason: 'TESTS_FAILED',
    sentence: 'A row of results has one that failed.',
    weight: 1.5,
    anywhere: true,
    says: [
      /^\s{0,12}(?:[✗✘✖×❌⨯]|\[(?:FAIL(?:ED)?|✗|x|KO|NOK)\]|FAIL(?:ED|URE)?\b[:\s-])\s{0,8}(?!\S{0,4}(?:[Ee]rror|ERROR)\b)(?:\w|['"`/(])|\.{3,}\s?(?:FAIL(?:ED)?|NOT OK|KO|✗|❌)$|[:|]\s{1,4}(?:❌ ?)?FAIL(?:ED)?\s*(?:\||$)/,
    ],
    not: new RegExp(
      `^\\W{0,12}(?:FAIL\\w*\\W{1,4})?${COULD_NOT}\\b|\\b(?:build|compil|deploy|install|start|connect|download|upload|login|exception|permission|denied|seed(?:ing)?\\b|migrat|provision|setup\\b)`,
      'i',
    ),
    yes: ['  ✗ adds the price', 'cart total ........ FAILED'],
    no: ['✗ Failed to connect'],
  },
  {
    id: 'last.no-tests',
    reason: 'NO_TESTS_COLLECTED',
    sentence: 'No test was found or ran.',
    weight: 4,
    anywhere: true,
    says: [
      /^\W{0,6}(?:\w+: )?(?:error: )?(?:no (?:tests?|specs?|test (?:files?|cases?|suites?|classes)|scenarios?)(?: (?:were|was|are|have been))?(?: to)? (?:found|ran|run|executed|collected|discovered|match(?:ed|ing)?|specified|defined|available)|(?:ran|collected|executed|found) (?:0|no) (?:tests?|specs?|items)\b(?!.{0,20}(?:failed|error))|tests? (?:run|found|executed|collected): 0\b)/i,
    ],
    yes: ['Error: no tests were found in the folder'],
    no: ['Error: no price was found'],
  },
]

export const buildHints: readonly LastResortRule[] = [
  {
    id: 'last.place-in-code',
    reason: 'BROKEN_BUILD',
    sentence: 'An error names a line of a source file.',
    weight: 2.5,
    anywhere: true,
    says: [
      new RegExp(
        `(?:^|[\\s("'\`[])[\\w@./\\\\:~+-]{1,200}\\.${SOURCE}(?:: ?\\d{1,6}(?:[:.]\\d{1,5})?|\\(\\d{1,6}(?:,\\d{1,5})?\\)|[:,]? line \\d{1,6}|\\[\\d{1,6})(?:[^\\w]{1,4}|[^\\w].{0,40}?\\b)(?:fatal |syntax |parse |type )?(?:error|undefined|undeclared|cannot|can't|expected|unexpected|unknown|unresolved|missing|invalid|no such|not found|duplicate)\\b`,
        'i',
      ),
      new RegExp(
        `^\\W{0,6}(?:error|fatal|failed)\\b.{0,120}?[\\w@./\\\\-]{1,200}\\.${SOURCE}(?::\\d{1,6}|\\(\\d{1,6}| line \\d{1,6})`,
        'i',
      ),
    ],
    not: /^\s*(?:at |File "|from )|\*ERROR\*|[\\/](?:gems|site-packages|dist-packages|node_modules)[\\/]|\w\.\w{1,5}:\d+\] |\bpatch (?:failed|does not apply)\b|\bwarning\b|\binfo\b|\bassert|\bexpect(?:ed)?\b.{1,80}\b(?:got|but|received|to be)\b|\.(?:test|spec)\.\w+:\d|_test\.\w+:\d/i,
    yes: ['src/cart.qml:12:3: error: unknown property', 'Error in main.purs:3 - no such name'],
    no: ['Error: the build folder is full'],
  },
  {
    id: 'last.exception',
    reason: 'BROKEN_BUILD',
    sentence: 'The type of an exception names a mistake in the code.',
    weight: 3,
    anywhere: true,
    says: [
      /^\W{0,6}(?:[\w .-]{1,60}: )?(?:ERROR: |Uncaught (?:\(in promise\) )?)?(?:[A-Za-z_]\w{0,60}[.:]{1,2}){0,8}(?:Attribute|Type|Name|Key|Index|UnboundLocal|Reference|Range|Recursion|ZeroDivision|Indentation|NoMethod|Method|Bounds|UndefVar|FrozenInstance|Argument)Error\b(?::|$| \()/,
      /\b(?:NullPointer|ClassCast|(?:Array|String)?IndexOutOfBounds|NullReference|InvalidCast|IndexOutOfRange|ConcurrentModification|NoSuchElement|Arithmetic)Exception\b/,
      /\b[Ii]ncompatible shapes: |\bindex out of (?:range|bounds)\b|\bnil pointer dereference\b|\bcalled `\w+::unwrap\(\)`/,
      /^error: called from$|\bobject '[^']{1,100}' not found\b|\bnonconformant arguments\b|\bUnknown procedure: /,
      /^thread '[^']{1,200}' (?:\(\d+\) )?panicked at |^Unhandled exception\. |^SCRIPT ERROR: \S|^(?:Microsoft \w{1,20} )?[Rr]un-?time error '?[\da-f-]{2,12}'?:|^error: ['\w.]{1,60} (?:is )?undefined\b/,
    ],
    not: /\bTypeError: (?:fetch|Failed to fetch|NetworkError|terminated)|KeyError: ['"][A-Z][A-Z0-9_]{3,60}['"]|\b(?:flag|command|option)s?\b/,
    yes: [
      "AttributeError: 'NoneType' object has no attribute 'price'",
      'ERROR: MethodError: no method matching sum()',
      '(0) Invalid argument: Incompatible shapes: [1,2] vs. [3]',
    ],
    no: ['TypeError: fetch failed', "KeyError: 'SHOP_URL'"],
  },
  {
    id: 'last.misuse',
    reason: 'BROKEN_BUILD',
    sentence: 'The type of an exception says that the program used a library in a wrong way.',
    weight: 3,
    anywhere: true,
    says: [
      /(?:^|[\s:])(?:[a-z]\w{0,60}\.){1,12}(?:IllegalState|IllegalArgument|UnsupportedOperation|[A-Z]\w{0,40}User|[A-Z]\w{0,40}Mapping|LazyInitialization|NonUniqueResult|TransientObject)Exception: \S/,
      /(?:^|[\s:])System\.(?:ArgumentNull|ArgumentOutOfRange|NotImplemented|NotSupported|ObjectDisposed)Exception: \S/,
    ],
    not: /\b(?:config\w*|setting\w*|propert(?:y|ies)|environment|connection (?:string|refused)|refused|connect to|credentials?|password|token|licen[cs]e|api[ _-]?key|profile|ApplicationContext|version|sdk|jdk|java home|path|file|director(?:y|ies)|folder|port|address|url|uri|host|download|install\w*|timed? ?out|permission|denied|keystore|certificate|placeholder|plugin|dependency)\b/i,
    yes: ['Caused by: java.lang.IllegalStateException: the session of the shop is closed'],
    no: [
      'java.lang.IllegalStateException: Failed to load ApplicationContext',
      'java.lang.IllegalArgumentException: Could not resolve placeholder shop.url',
    ],
  },
  {
    id: 'last.any-exception',
    reason: 'BROKEN_BUILD',
    sentence: 'The output ends with an exception whose type says nothing.',
    weight: 1.8,
    says: [
      /^\s{0,8}(?:(?:ERROR|Error|FATAL): {1,4})?(?:[A-Za-z_]\w{0,60}\.){0,8}[A-Z]\w{0,60}(?:Error|Exception): \S/,
      /^Uncaught (?:\(in promise\) )?(?:[A-Z]\w{0,60})?(?:Error|Exception): \S/,
      /^\W{0,4}[A-Z][A-Za-z]{1,60}(?:Error|Exception) \(.{1,300}\):?$/,
      /\bEXCEPTION CAUGHT BY [A-Z]|\bFATAL EXCEPTION: \S/,
    ],
    not: /\b(?:Connection|Connect|Network|Timeout|HTTP|Http|OS|IO|Environment|Permission|FileNotFound|ModuleNotFound|Import|Config(?:uration)?|Auth\w*|API|Api|RateLimit|Request|Response|Client|Server|Database|Operational|SSL|Socket|Validation|Value)\w{0,20}(?:Error|Exception):|\bcancell?ed\b|\bkill\(\)/,
    yes: ['RuntimeError: the shapes of the carts do not fit'],
    no: ['ConnectionError: the shop is closed', 'The cart had an error: it was full'],
  },
  {
    id: 'last.language',
    reason: 'BROKEN_BUILD',
    sentence: 'A compiler, parser, linker or type checker speaks.',
    weight: 2.5,
    says: [
      /\b(?:syntax|parse|parser|parsing|compile|compiler|compilation|linker|link|preprocessor|indentation|semantic) ?errors?\b|\btyp(?:e|ing) errors?\b/i,
      /\b(?:un(?:declared|defined|resolved|terminated|closed|expected)) (?:\w+ )?(?:reference|symbol|identifier|variable|function|type|token|import|name|string|end of (?:file|input)|character|indent|keyword|comment|template|tag|external|\W?\w\W? command)\b/i,
      /^(?:\S{1,120} - )?[1-9]\d* errors?(?:,| and) \d+ warnings?\b|^Found [1-9]\d* errors?(?: in (?:\d+ files?|the same file|\S{1,200}:\d+))?[.,]|^\s*\+ CategoryInfo\s{1,12}: ParserError/i,
      /\bmismatched (?:types?|input|tag)\b|\bno (?:member|matching function|instance for|overload|viable)\b|\bincompatible types?\b|\bnot assignable to\b|\bundefined reference to\b|\bduplicate (?:symbol|definition|declaration|identifier)\b|\bredefinition of\b/i,
      /\bmissing (?:['"`]?[\])};]|(?:semicolon|bracket|parenthesis|return|import|type (?:annotation|signature)|closing)\b)|\bld returned \d|\bcollect2\b|\bcannot find -l\w/i,
      /\bexpected (?:an? )?(?:token|identifier|expression|declaration|type|statement|end of|one of|['"`;:({[])/i,
      /\b(?:could not|cannot|can't|unable to) (?:infer|unify|deduce|match type|instantiate|convert .{1,60} to type)\b/i,
    ],
    not: /\bJSON\b|\byaml\b|\btoken (?:is|was|has)\b|\bTypeError: (?:fetch|Failed to fetch|NetworkError)/i,
    yes: ['Error: unresolved import of a cart', '[ERROR] syntax error before end'],
    no: ['Error: the price has no type'],
  },
  {
    id: 'last.code',
    reason: 'BROKEN_BUILD',
    sentence: 'A part of the code cannot be found, read or built.',
    weight: 2.2,
    says: [
      new RegExp(
        `\\b${COULD_NOT} (?:build|compile|bundle|transpile|parse|link|render|transform|prerender|minify|generate|import|resolve (?:import|module|entry|['"\`.@/]{1,14}(?=\\w))|(?:find|load) (?:module|symbol|type|class|name|namespace))\\b`,
        'i',
      ),
      new RegExp(
        `\\b(?:re)?(?:build|compilation|bundling|linking|transpilation|codegen|code generation|prerendering|make)(?: \\S{1,40}){0,2}? (?:has )?(?:failed|failure|errored|stopped|aborted|did not succeed|was unsuccessful)\\b`,
        'i',
      ),
      new RegExp(
        `\\b(?:module|import|symbol|type|class|property|method|function|variable|identifier|namespace|component|attribute|trait|interface|header|template)\\b.{0,60}\\b${NOT_THERE}\\b`,
        'i',
      ),
      new RegExp(`\\bnon-existent (?:property|method|type|module)\\b`, 'i'),
      new RegExp(`\\b(?:failed|errors?) (?:during|in) (?:the )?(?:build|compilation)\\b`, 'i'),
      /\berror occurred (?:while |during )?(?:pre-?render|render|compil|bundl|transpil|build)\w*|\bexiting the build\b/i,
      /^\W{0,4}\w{1,20} build errors:$|\bunpackaged\b.{0,10} file/i,
      /\bcan't load \.so\/\.DLL for\b|\bno code for module\b|\bexpected file \S{1,200} to define constant\b/,
      new RegExp(`\\bno module named\\b`, 'i'),
      new RegExp(`\\bmodule (?:build failed|parse failed)\\b`, 'i'),
      new RegExp(`\\b(?:Class|Module|Type|Symbol|Package)NotFound\\w*`, 'i'),
      new RegExp(`\\bNoClassDef\\w*`, 'i'),
      new RegExp(`^\\W{0,6}(?:\\S{1,200}: )?fatal error: .{1,200}(?:file not found|no such file)`, 'i'),
      new RegExp(`\\bconfiguring incomplete\\b`, 'i'),
    ],
    not: /\b(?:environment|env) var|\bdocker\b.{0,40}\bimage\b/i,
    yes: ['Error: Module Cart was not found.', 'ERROR: Cannot assign to non-existent property "border"'],
    no: ['Error: the build folder is full'],
  },
]

export const aboveHints: readonly LastResortRule[] = [
  {
    id: 'last.under-tests',
    reason: 'TESTS_FAILED',
    sentence: 'The command or heading above the last error is about tests or checks.',
    weight: 1.2,
    above: true,
    says: [
      /\b(?:tests?|testing|specs?|e2e|lint|linting|checks?|checking|verify|verifying|verification|validate|validating|coverage|pytest|jest|vitest|mocha|eslint|typecheck|audit|scan|smoke|conformance)\b/i,
    ],
    yes: ['$ npm run test:unit', '=== Verifying the cart'],
    no: ['$ cat prices.txt'],
  },
  {
    id: 'last.under-build',
    reason: 'BROKEN_BUILD',
    sentence: 'The command or heading above the last error is about a build.',
    weight: 1.2,
    above: true,
    says: [
      /\b(?:build|builds|building|rebuild|compile|compiling|compilation|bundle|bundling|make|cmake|ninja|tsc|webpack|vite|rollup|esbuild|gcc|g\+\+|clang|javac|msbuild|cargo|link|linking|transpil\w+|prerender\w*)\b/i,
    ],
    not: /\bmake (?:sure|test|check|install|lint|deploy)\b|\bcargo (?:test|install)\b/i,
    yes: ['$ make all', 'Building the shop...'],
    no: ['$ cat prices.txt'],
  },
  {
    id: 'last.under-setup',
    reason: 'SETUP_FAILED',
    sentence: 'The command or heading above the last error prepares, installs, starts or deploys something.',
    weight: 1.2,
    above: true,
    says: [
      /\b(?:install|installing|installation|set ?up|setting up|restore|restoring|download|downloading|fetch|fetching|pull|pulling|provision\w*|deploy|deploying|deployment|migrate|migrating|migrations?|configure|configuring|init|initiali[sz]\w+|start|starting|launch|launching|connect|connecting|login|docker|compose|kubectl|helm|terraform|ansible\S*|apt(?:-get)?|yum|dnf|brew|pip|npm (?:ci|i)|yarn|pnpm|publish|publishing|release|upload|uploading|push|pushing|up)\b/i,
    ],
    yes: ['$ docker compose up -d', 'Installing the parts...'],
    no: ['$ cat prices.txt'],
  },
]
