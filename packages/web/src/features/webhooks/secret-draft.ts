/** Where a secret comes from, and the one that is brought along. */
export interface SecretDraft {
  secretFrom: 'generated' | 'given'
  secret: string
}

export const emptySecretDraft: SecretDraft = { secretFrom: 'generated', secret: '' }

/** What is sent: without a secret the server makes one. */
export const secretOf = ({ secretFrom, secret }: SecretDraft) =>
  secretFrom === 'given' ? { secret: secret.trim() } : {}

const secretLengthMax = 256

/** Why this can’t be the secret, or null. */
export function secretMistake({ secretFrom, secret }: SecretDraft): string | null {
  const { length } = secret.trim()
  if (secretFrom === 'generated') return null
  if (length === 0) return 'Enter the secret.'
  return length > secretLengthMax ? `Use at most ${secretLengthMax} characters.` : null
}
