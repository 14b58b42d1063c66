import { anyOf } from '../signals/any-of.ts'

/** What a build needs that is not in the code: keys, licenses, SDKs, tool chains, libraries of the system. */
export const BUILD_NEEDS: RegExp = anyOf(
  [
    /\bKeytoolException\b|\bkeystore password was incorrect\b|\bKeystore file .{1,200} not found\b/,
    /\bhave not been accepted\b.{0,40}\blicen[sc]es?\b|\blicen[sc]es? .{0,80}\bnot been accepted\b/,
    /\bNo matching toolchains? found\b|\bcan't find crate for `(?:std|core|alloc|test)`/,
    /\b(?:signing (?:certificate|identity)|provisioning profile)\b.{0,60}\b(?:not found|required|expired|doesn't)\b/,
    /\bNo (?:signing certificate|profiles for)\b|\brequires Xcode, but active developer directory\b/,
    /\b(?:SDK|NDK|toolchain|tool chain|JDK)\b(?: location| version [\w.]{1,20})? (?:was |is )?(?:not (?:found|configured|installed|set)|missing)\b/,
    /\b(?:ld|lld|mold|ld64)(?:\.\w+)?(?:\.exe)?: (?:error: )?(?:cannot find -l|unable to find library -l|library not found for -l|library '[^']{1,200}' not found|framework '?\w+'? not found|framework not found )/,
    /\bLNK1(?:181|104): cannot open (?:input )?file '[^'\\/]{1,100}\.lib'/,
    /\bfailed to find tool\b|\bfailed to execute command: No such file or directory\b|^\W{0,4}is `[^`]{1,60}` not installed\?|\blinker `[^`]{1,60}` not found\b/,
    /\bThe system library `[^`]{1,100}` required by crate\b|\bneeds to be installed and the PKG_CONFIG_PATH\b/,
    /\bnot found in the pkg-config search path\b|\bNo package '[^']{1,100}' found\b|^Package '[^']{1,100}', required by '/,
    /\b(?:could not|couldn't|cannot|unable to) (?:find|locate) (?:directory of |the |a |any )?(?:[\w.+-]+ |`[\w.+-]+` ){1,3}(?:installation|SDK|compiler|headers?)\b/,
    /\b(?:could not|couldn't|cannot|unable to) find (?:lib(?:clang|llvm|ssl|tcl|tk|python)\b|OpenSSL\b|CUDA\b|LLVM\b|Vulkan\b)/,
    /\bERROR: (?:C(?:\+\+)? shared or static library|Dependency|Program|Pkg-config (?:for|binary)|Python dependency).{0,100}\bnot found\b/,
    /\bERROR [45]\d\d: |\bcurl: \(\d{1,3}\) |\b[Cc]ould not resolve host\b|\bThe requested URL returned error\b/,
    /\bMicrosoft Visual C\+\+ [\d.]+ (?:or greater )?is required\b|\b(?:detected|found) CUDA version \([\d.]+\) mismatches\b/,
    /\b(?:unable to|could not|failed to) check ?out (?:a |the )?licen[cs]e\b|\binvalid licen[cs]e environment\b|^Error: open failed$|\bLIBUSB_ERROR_\w+|\bcould not open (?:port )?\S{1,60}, the port (?:doesn't exist|is busy)\b/,
  ],
  'i',
)

/** Packages that no project writes itself. If one cannot be imported, it was not installed. */
const PYTHON =
  'aiohttp|anthropic|attr|attrs|bcrypt|boto3|botocore|bs4|celery|click|colorama|cryptography|cv2|django|docker|dotenv|fastapi|flask|gradio|httpx|jinja2|keras|langchain|lxml|markdown|matplotlib|mypy|networkx|nltk|numpy|onnxruntime|openai|openpyxl|pandas|paramiko|PIL|pip|pkg_resources|playwright|plotly|psutil|psycopg2?|pydantic|pymongo|pymysql|pytest|redis|requests|rich|scipy|seaborn|selenium|serial|setuptools|six|sklearn|spacy|sqlalchemy|streamlit|tensorflow|tiktoken|tkinter|toml|torch|torchvision|tornado|tqdm|transformers|typer|urllib3|uvicorn|websockets|werkzeug|wheel|yaml'

/** The message of a loader that does not find one of these packages, or a part of it. */
export const KNOWN_PACKAGE_MISSING: RegExp = new RegExp(
  `^ModuleNotFoundError: No module named '(?:${PYTHON})['.]`,
)

/** The same for classes of libraries on the Java platform, and for classes that need a newer Java. */
export const KNOWN_CLASS_MISSING: RegExp =
  /\b(?:ClassNotFoundException|NoClassDefFoundError): (?:com[./](?:amazonaws|beust|datastax|fasterxml|google|h2database|ibm|microsoft|mongodb|mysql|oracle|squareup|sun|twitter|zaxxer)|org[./](?:apache|aspectj|assertj|bouncycastle|codehaus|eclipse|gradle|h2|hibernate|hsqldb|jboss|jetbrains|json|junit|mariadb|mockito|mongodb|objectweb|opentest4j|postgresql|scalatest|slf4j|springframework|sqlite|testng|yaml)|io[./](?:grpc|micrometer|netty|opentelemetry|prometheus|vertx)|ch[./]qos|okhttp3|okio|reactor|javax|jakarta|javafx|kotlin|kotlinx|scala|groovy|clojure|net[./](?:bytebuddy|minecraftforge|sf))[./]|\bhas been compiled by a more recent version of the Java\b|\bNo suitable driver found for jdbc:/
