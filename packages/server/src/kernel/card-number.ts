// Card numbers must never be stored or logged. One is recognized by its length, first digit and
// check digit (ISO/IEC 7812), whatever separates the digits.

const digitsMin = 13
const digitsMax = 19
/** The first digits of issued cards; timestamps in milliseconds start differently. */
const firstDigits = /^[2-6]/

const looksLikeOne = new RegExp(
  `(?<![\\w-])\\d(?:[ .-]?\\d){${digitsMin - 1},${digitsMax - 1}}(?![\\w-])`,
  'g',
)

export function isCardNumber(text: string): boolean {
  const digits = text.replace(/[ .-]/g, '')
  const isOfLength = digits.length >= digitsMin && digits.length <= digitsMax
  return isOfLength && firstDigits.test(digits) && /^\d+$/.test(digits) && passesLuhn(digits)
}

/** Returns the text with every card number masked. */
export const replaceCardNumbers = (text: string, replacement: string): string =>
  text.replace(looksLikeOne, (found) => (isCardNumber(found) ? replacement : found))

export const holdsCardNumber = (text: string): boolean => replaceCardNumbers(text, '') !== text

function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, place) => total + luhnValue(Number(digit), place), 0)
  return sum % 10 === 0
}

/** Luhn: every second digit from the right is doubled and its digits summed. */
function luhnValue(digit: number, place: number): number {
  if (place % 2 === 0) return digit
  return digit > 4 ? digit * 2 - 9 : digit * 2
}
