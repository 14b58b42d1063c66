const minutesOf = (time: string): number => {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** The end is not quiet any more. Hours that begin and end at the same time are the whole day. */
export function isQuiet(hours: string | undefined, now: Date): boolean {
  if (hours === undefined) return false
  const [from = 0, to = 0] = hours.split('-').map(minutesOf)
  const at = now.getHours() * 60 + now.getMinutes()
  return from < to ? at >= from && at < to : at >= from || at < to
}
