export function discounted(cents, percent) {
  return cents * (1 - percent / 100)
}
