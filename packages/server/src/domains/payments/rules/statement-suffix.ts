/**
 * A line of a bank statement holds 22 characters, of which the account's own prefix takes up to
 * ten, and two divide them.
 */
const lengthMax = 10

/** The seller's name as banks print it; null where nothing of it can be printed. */
export function statementSuffix(sellerName: string): string | null {
  const printable = sellerName
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 .,&/-]/g, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, lengthMax)
    .trim()
  return /[A-Za-z]/.test(printable) ? printable : null
}
