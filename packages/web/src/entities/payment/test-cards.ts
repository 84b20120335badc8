/** The sandbox accepts only these cards; their numbers become tokens before anything is sent. */
interface TestCard {
  number: string
  token: string
  /** What it is for. */
  does: string
}

export const testCards: readonly TestCard[] = [
  { number: '4242 4242 4242 4242', token: 'tok_sandbox_ok', does: 'Succeeds' },
  {
    number: '4000 0025 0000 3155',
    token: 'tok_sandbox_authenticate',
    does: 'Requires authentication',
  },
  {
    number: '4000 0027 6000 3184',
    token: 'tok_sandbox_authenticate_always',
    does: 'Requires authentication each time',
  },
  {
    number: '4000 0000 0000 3055',
    token: 'tok_sandbox_authenticate_renewals',
    does: 'Requires authentication at renewals',
  },
  { number: '4000 0000 0000 0002', token: 'tok_sandbox_declined', does: 'Declined' },
  {
    number: '4000 0000 0000 9995',
    token: 'tok_sandbox_insufficient_funds',
    does: 'Insufficient funds',
  },
  { number: '4000 0000 0000 9987', token: 'tok_sandbox_lost', does: 'Lost card' },
  {
    number: '4000 0000 0000 0341',
    token: 'tok_sandbox_fails_later',
    does: 'Succeeds now, declined later',
  },
  {
    number: '4000 0000 0000 0259',
    token: 'tok_sandbox_dispute_won',
    does: 'Disputed, then won',
  },
  {
    number: '4000 0000 0000 2685',
    token: 'tok_sandbox_dispute_lost',
    does: 'Disputed, then lost',
  },
  {
    number: '4000 0000 0000 5423',
    token: 'tok_sandbox_fraud_warning',
    does: 'Early fraud warning',
  },
]

/** The details besides the number, which the sandbox accepts with each of them. */
export const testExpiry = '12 / 34'
export const testCode = '123'

const digitsOf = (text: string): string => text.replace(/\D/g, '')

export const tokenOf = (number: string): string | null =>
  testCards.find((card) => digitsOf(card.number) === digitsOf(number))?.token ?? null

const digitsMax = 19
const groupDigits = 4

/** In groups of four, as on the card. */
export function grouped(number: string): string {
  const digits = digitsOf(number).slice(0, digitsMax)
  const groups = digits.match(new RegExp(`.{1,${groupDigits}}`, 'g')) ?? []
  return groups.join(' ')
}

/** `1229` → `12 / 29`; a month of one digit gets its zero. */
export function expiryText(typed: string, before: string): string {
  // Deleting the slash deletes the digit before it.
  const isDeletion = before.startsWith(typed) && typed.endsWith('/')
  const digits = digitsOf(typed).slice(0, 4)
  const padded = /^[2-9]/.test(digits) ? `0${digits}`.slice(0, 4) : digits
  const month = padded.slice(0, 2)
  if (isDeletion) return month.slice(0, 1)
  if (month.length < 2 || (padded.length === 2 && before.startsWith(month))) return padded
  return `${month} / ${padded.slice(2)}`
}

export function numberMistake(number: string): string | null {
  const digits = digitsOf(number)
  if (digits === '') return 'Enter a card number.'
  if (tokenOf(number) !== null) return null
  if (digits.length < 12) return 'This card number is too short.'
  return 'Test mode accepts only test cards. Use 4242 4242 4242 4242.'
}

export function expiryMistake(text: string, today: Date): string | null {
  const [, month = '', year = ''] = /^(\d\d) \/ (\d\d)$/.exec(text) ?? []
  const isMonth = Number(month) >= 1 && Number(month) <= 12
  if (!isMonth || year === '') return 'Enter month and year, such as 12 / 34.'
  // Valid until the last day of its month.
  const end = new Date(2000 + Number(year), Number(month), 1)
  return end > today ? null : 'This card has expired.'
}

export const codeMistake = (text: string): string | null =>
  /^\d{3,4}$/.test(text) ? null : 'Enter the 3- or 4-digit security code.'
