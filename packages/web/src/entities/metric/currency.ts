const currencyDefault = 'usd'

/** The asked one; otherwise US dollars, unless everything was sold in other currencies. */
export function currencyFor(asked: string | undefined, currencies: readonly string[]): string {
  if (asked !== undefined) return asked
  const [first = currencyDefault] = currencies
  return currencies.includes(currencyDefault) ? currencyDefault : first
}

/** Those to choose from, the chosen one included. */
export const currenciesToChoose = (chosen: string, currencies: readonly string[]): string[] =>
  [...new Set([...currencies, chosen])].toSorted()
