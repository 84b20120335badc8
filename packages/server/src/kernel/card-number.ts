// Card numbers must never get in here. What looks like one is told by its length, its first digit
// and its check digit (ISO/IEC 7812), whatever stands between the digits.

const digitsMin = 13
const digitsMax = 19
/** What cards of the world begin with; instants in milliseconds begin otherwise. */
const firstDigits = /^[2-6]/

const looksLikeOne = new RegExp(
  `(?<![\\w-])\\d(?:[ .-]?\\d){${digitsMin - 1},${digitsMax - 1}}(?![\\w-])`,
  'g',
)

/** Whether these digits are a card number's. */
export function isCardNumber(text: string): boolean {
  const digits = text.replace(/[ .-]/g, '')
  const isOfLength = digits.length >= digitsMin && digits.length <= digitsMax
  return isOfLength && firstDigits.test(digits) && /^\d+$/.test(digits) && passesLuhn(digits)
}

/** The text with every card number in it replaced. */
export const replaceCardNumbers = (text: string, replacement: string): string =>
  text.replace(looksLikeOne, (found) => (isCardNumber(found) ? replacement : found))

export const holdsCardNumber = (text: string): boolean => replaceCardNumbers(text, '') !== text

function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, place) => total + luhnValue(Number(digit), place), 0)
  return sum % 10 === 0
}

/** Every second digit from the right counts twice, as the sum of its digits. */
function luhnValue(digit: number, place: number): number {
  if (place % 2 === 0) return digit
  return digit > 4 ? digit * 2 - 9 : digit * 2
}
