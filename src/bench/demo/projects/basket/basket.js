/** The price of all that lies in a basket, in cents. */
export function totalOf(items) {
  let sum = 0
  for (const { cents, count } of items) {
    sum += cents
  }
  return sum
}
