import { ErrorBatch } from './error-batch.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

const SOURCE = String.raw`(?:[A-Za-z]:)?[^\s:(][^:(]{0,300}\.(?:c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|inc|inl|ipp|tcc|m|mm|cu|cuh|[sS]|f|f90|ixx|cppm|swift|zig|hs|lhs|dart|d|pas|vala|y|l|cl|adb|ads|cbl|cob|for|f95|f03|f08|v|sv|vhd|vhdl|nim|ml|mli)`
/** gcc, clang, swiftc, ghc, zig and dart: `main.c:3:5: error: …`. */
const UNIX = new RegExp(
  String.raw`^(?:\s{0,4}cargo:{1,2}warning=)?(${SOURCE}):\d+(?::\d+)?: (?:fatal )?[eE]rror: (?!-\[|\S+ : XCT)`,
)
/** cl.exe: `main.c(3): error C2065: …`. */
const MSVC =
  /^\s*(?:\d+>)?([^\s(][^(]{0,300})\(\d+(?:,\d+)?\)\s?: (?:fatal )?\s?error C(?!1060|1076|1002|3859)\d{4}: /
/** Other compilers that print places like cl.exe: Intel's, shader compilers, plug-ins of MSBuild. */
const LIKE_MSVC =
  /^\s*(?:\d+>)?([^\s(][^(]{0,300}\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|inl|cu|hlsl|fx|fxh|rc|f|f90|for))\(\d+(?:,\d+)?\)\s?: (?:fatal |catastrophic )?error(?: #?[A-Z]{0,3}\d{1,5})?\s?: /
const DRIVER =
  /^<unknown>:0: error: link |^(?:\S*\/)?(?:gcc|g\+\+|cc|c\+\+|cc1|cc1plus|cc1obj|clang|clang\+\+|clang-cl|nvcc|swiftc|as|ld|collect2)(?:-[\d.]+)?(?:\.exe)?: (?:fatal )?error: /
/** A preprocessor error whose place was cut off. */
const NO_HEADER = /^fatal error: '[^']{1,200}' file not found$/
/** gfortran prints the place, the source line and a caret before the message. */
const FORTRAN_PLACE = /^(\S{1,300}\.(?:f|for|f\d\d|F|F\d\d|FOR|fpp|ftn|inc|INC|h)):\d+(?:[:.]\d+)?(?:-\d+)?:$/
const FORTRAN_ERROR = /^(?:Fatal )?Error: \S/
const NVFORTRAN = /^(?:NV|PG)FORTRAN-[SF]-\d{4}-/
const LINKER =
  /(?:^|[:)>] )(?:undefined reference to|multiple definition of) [`'"‘]|^(?:\S*\/)?(?:ld|ld\.\w+|[\w-]+-ld)(?:\.exe)?: (?:cannot find |library not found for |symbol\(s\) not found|framework not found |error: |final link failed: )|^(?:ld\.lld|ld64\.lld|lld-link|rust-lld|mold|wasm-ld): (?:fatal )?error: |^Undefined symbols for architecture |(?:^|: )(?:fatal )?error LNK\d{4}: /
/** A header that is missing. */
const HEADER =
  /\bfatal error: (?:'([^']{1,200})' file not found|([^\s:'"]{1,200}): No such file or directory)|\berror C1083: [^']{1,60}'([^']{1,200})'/
/** The line that includes a header of the system, and not one of the project. */
const INCLUDES = /^[\s\d|]{0,20}#\s*(?:include|import)\s*</
/** Headers of systems and of libraries that projects install. */
const OF_THE_SYSTEM =
  /^(?:Python|pyconfig|jni|ruby|lua|node_api|napi|windows|unistd|pthread|zlib|bzlib|lzma|ffi|png|tiff\w*|jpeglib|expat|gmp|mpfr|fftw3|hdf5|netcdf|mpi|omp|sqlite3|libpq-fe|mysql|ncurses|curses|usb|pcap|portaudio|cuda\w*|cublas\w*|cudnn\w*|nccl|nvml|lib(?:udev|usb|pq|gen)\w*)\.h$|^(?:alsa|asm|asm-generic|bits|boost|CL|curl|dbus-1\.0|dbus|EGL|Eigen|eigen3|event2|fmt|freetype2?|gdal|GL|GLES[23]|GLFW|glib-2\.0|gmock|grpc\+?\+?|gtest|gtk|hdf5|libavcodec|libavformat|libusb-1\.0|libxml2?|linux|llvm|mysql|nlohmann|opencv2?|opencv4|openssl|postgresql|pulse|pybind11|readline|sasl|SDL2?|selinux|spdlog|sys|systemd|unicode|uv|vulkan|X11|xcb|zmq|Qt[A-Z]\w*)\//
/** Lines after the real error that add no information. */
const TRAILING =
  /^(?:<unknown>:0: error: build had \d+ command failures|collect2(?:\.exe)?: (?:fatal )?error: ld returned \d+ exit status|(?:\S*\/)?clang(?:\+\+)?(?:-\d+)?: error: linker command failed|(?:\d+ warnings? and )?\d+ errors? generated\.$|compilation terminated\.$)/
/** A finding of clang-tidy or clang-format. The code compiles. */
const CLANG_TIDY = /,-warnings-as-errors\]$|\[-Wclang-format-violations\]$/
/** Memory and disk errors have their own readers. The linker error after them adds nothing. */
const OF_THE_MACHINE = /No space left|signal 9|\bKilled\b|out of (?:memory|heap)|[Cc]annot allocate memory/
const GENERATED = /\b(\d+) errors? generated/

export const cCompilers: ToolReader = {
  name: 'cc',
  title: 'C and C++ compilers',
  cue: /error: |Error: |^Warning: |\w:\d+(?:[:.]\d+)?(?:-\d+)?:$|FORTRAN-|\) ?: (?:fatal |catastrophic )?error|error C\d{4}|error LNK|undefined reference to|multiple definition of|^(?:\S*\/)?ld: |symbols for architecture|#\s*(?:include|import)\s*<|errors? generated\.|compilation terminated|file not found/,
  open: () => {
    const errors = new ErrorBatch()
    const lack = new SystemHeader()
    const add = (text: string, file?: string): Finding => {
      lack.read(text, errors.isEmpty)
      errors.add(text, file)
      return errors.soFar(lack.what)
    }
    let machine = false
    let fortran: string | undefined
    const line = (text: string): Finding | null => {
      if (CLANG_TIDY.test(text)) return null
      if (INCLUDES.test(text)) return lack.isAsked ? errors.soFar(lack.found()) : null
      const told = machine
      machine = OF_THE_MACHINE.test(text)
      if (machine) return null
      if (TRAILING.test(text)) return told ? null : trailing(text, errors, lack.what)
      const place = UNIX.exec(text) ?? MSVC.exec(text) ?? LIKE_MSVC.exec(text)
      if (place !== null) return add(text, place[1])
      const file = fortran
      fortran = FORTRAN_PLACE.exec(text)?.[1]
      if (file !== undefined && FORTRAN_ERROR.test(text)) return add(text, file)
      if (NVFORTRAN.test(text)) return add(text)
      return DRIVER.test(text) || LINKER.test(text) || NO_HEADER.test(text) ? add(text) : null
    }
    return { line }
  },
}

/** `cart/sum.h` is a header of the project if a file in the folder `cart` includes it. */
function isOfProject(header: string, error: string): boolean {
  const folder = /^([\w.-]{2,60})\//.exec(header)?.[1]
  const file = error.slice(0, error.search(/[:(]\d/))
  return folder !== undefined && !OF_THE_SYSTEM.test(header) && file.split(/[\\/]/).includes(folder)
}

/** Decides whether the only thing that the compilers miss is a header of the system. */
class SystemHeader {
  #all = true
  /** The last error is about a header that may belong to the system or to the project. */
  isAsked = false

  get what(): 'install-failed' | 'build-failed' {
    return this.#all && !this.isAsked ? 'install-failed' : 'build-failed'
  }

  read(error: string, isFirst: boolean): void {
    const [, clang, gcc, msvc] = HEADER.exec(error) ?? []
    const named = clang ?? gcc ?? msvc
    const header = named === undefined || isOfProject(named, error) ? undefined : named
    const before = isFirst || this.what === 'install-failed'
    this.isAsked = before && header !== undefined && !OF_THE_SYSTEM.test(header)
    this.#all = before && header !== undefined
  }

  found(): 'install-failed' | 'build-failed' {
    this.isAsked = false
    return this.what
  }
}

function trailing(text: string, errors: ErrorBatch, what: Finding['what']): Finding | null {
  const generated = GENERATED.exec(text)?.[1]
  if (generated !== undefined) return errors.isEmpty ? null : errors.soFar(what)
  return errors.isEmpty && !text.startsWith('compilation') ? { what: 'build-failed', tentative: true } : null
}
