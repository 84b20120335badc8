import { holdsCardNumber } from '../../../kernel/card-number.ts'

const lengthMax = 255

/**
 * The token for a card that the buyer has entered at the processor; null where the text can’t be
 * one. Card numbers must never get in: digits that could be one are refused.
 */
export function readConfirmationToken(text: string): string | null {
  const isToken = /^[A-Za-z][A-Za-z0-9]*_\w+$/.test(text) && text.length <= lengthMax
  return isToken && !holdsDigitsOfCard(text) ? text : null
}

/** Also between letters. */
const holdsDigitsOfCard = (text: string): boolean =>
  text.split(/\D+/).some((digits) => holdsCardNumber(digits))
