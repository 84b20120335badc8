const digitsMin = 4

/** `ACME-0042`: with the slug as it is on that day, and as many digits as it takes. */
export const invoiceNumber = (slug: string, position: number): string =>
  `${slug.toUpperCase()}-${String(position).padStart(digitsMin, '0')}`
