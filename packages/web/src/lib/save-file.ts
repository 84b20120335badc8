/** Hands a file to the browser, which downloads it. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

export const csvFile = (csv: string): Blob => new Blob([csv], { type: 'text/csv' })
