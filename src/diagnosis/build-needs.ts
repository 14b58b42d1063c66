/** What a build needs that is not in the code: keys, licenses, SDKs, tool chains. */
export const BUILD_NEEDS: RegExp =
  /\bKeytoolException\b|\bkeystore password was incorrect\b|\bKeystore file .{1,200} not found\b|\bSDK location not found\b|\bhave not been accepted\b.{0,40}\blicen[sc]es?\b|\blicen[sc]es? .{0,80}\bnot been accepted\b|\bNo matching toolchains? found\b|\b(?:signing (?:certificate|identity)|provisioning profile)\b.{0,60}\b(?:not found|required|expired|doesn't)\b|\bNo (?:signing certificate|profiles for)\b/i

/** Packages that no project writes itself. If one cannot be imported, it was not installed. */
const PYTHON =
  'aiohttp|anthropic|attr|attrs|bcrypt|boto3|botocore|bs4|celery|click|colorama|cryptography|cv2|django|docker|dotenv|fastapi|flask|gradio|httpx|jinja2|keras|langchain|lxml|markdown|matplotlib|mypy|networkx|nltk|numpy|onnxruntime|openai|openpyxl|pandas|paramiko|PIL|pip|pkg_resources|playwright|plotly|psutil|psycopg2?|pydantic|pymongo|pymysql|pytest|redis|requests|rich|scipy|seaborn|selenium|serial|setuptools|six|sklearn|spacy|sqlalchemy|streamlit|tensorflow|tiktoken|tkinter|toml|torch|torchvision|tornado|tqdm|transformers|typer|urllib3|uvicorn|websockets|werkzeug|wheel|yaml'
const NODE =
  'axios|chalk|commander|cors|dotenv|esbuild|eslint|express|jest|lodash|mongoose|next|playwright|prettier|puppeteer|react|react-dom|rollup|socket\\.io|ts-node|tslib|tsx|typescript|vite|vitest|vue|webpack|ws|yargs|zod'

/** The message of a loader that does not find one of these packages. */
export const KNOWN_PACKAGE_MISSING: RegExp = new RegExp(
  `^ModuleNotFoundError: No module named '(?:${PYTHON})['.]|^(?:Error: )?Cannot find (?:module|package) '(?:${NODE})(?:/[^']{1,200})?'(?! or its corresponding type)`,
)
