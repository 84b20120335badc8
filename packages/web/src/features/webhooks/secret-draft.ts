import { webhookSecret } from '@guildhall/contract/webhooks/shapes'
import { type FieldSchemas, text } from '#/lib/form-schema.ts'
/** The source of the secret, and the user’s own secret. */
export interface SecretDraft {
  secretFrom: 'generated' | 'given'
  secret: string
}

export const emptySecretDraft: SecretDraft = { secretFrom: 'generated', secret: '' }

/** The secret to send; without one the server generates it. */
export const secretOf = ({ secretFrom, secret }: SecretDraft) =>
  secretFrom === 'given' ? { secret: secret.trim() } : {}

export const secretSchema = ({ secretFrom }: SecretDraft): FieldSchemas<SecretDraft> =>
  secretFrom === 'given' ? { secret: text(webhookSecret, { empty: 'Enter the secret.' }) } : {}
