/** Echoed commands and section headings. They name the step in which an error happened. */

/** `$ cmd`, `+ cmd`, `> script`, `❯ cmd`, `Run cmd`, `=== Heading ===`, `[3/5] Heading`, `Step 3: heading`. */
const COMMAND =
  /^(?:\$|\+{1,3}|>|❯|➜|▶|→|%) {1,2}([\w./@"'~-].{1,200})$|^(?:[=#*-]{2,8}|==>|-->|::|»|🔧|🚀|📦|🔨|🏗️?|🧪) {0,2}([A-Za-z].{2,120}?)[ .…:]{0,4}[=#*-]{0,80}$|^\[\d{1,3}\/\d{1,3}\] {0,2}(\S.{2,200})$|^(?:Step|Stage|Phase|Task|TASK) (?:\d{1,3}(?:\/\d{1,3})?|\[)\s?[:.-]? ?(\S.{2,160})$/
const ACTIVITY =
  /^\W{0,6}((?:Running|Run|Executing|Execute|Installing|Building|Compiling|Testing|Linting|Deploying|Publishing|Starting|Launching|Checking|Verifying|Validating|Downloading|Fetching|Cloning|Configuring|Connecting|Uploading|Pulling|Pushing|Migrating|Initiali[sz]ing|Bundling|Generating|Linking) .{2,160})$/

const LONGEST = 240
/** No form begins with a small letter or a digit, and most lines do. */
const PLAIN_START = /^[a-z\d]/

export function headingIn(line: string): string | null {
  if (line.length < 4 || line.length > LONGEST || PLAIN_START.test(line)) return null
  const found = COMMAND.exec(line) ?? ACTIVITY.exec(line)
  return found === null ? null : (found[1] ?? found[2] ?? found[3] ?? found[4] ?? null)
}
