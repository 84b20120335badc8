/**
 * A line of a bank statement has 22 characters. The account’s own prefix takes up to ten, and a
 * separator two.
 */
const lengthMax = 10

/** The seller’s name as banks print it; null where no character of it can be printed. */
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
