import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { type LinkedAccount, passwordProvider } from './account-queries.ts'

/** A way to sign in: one that is linked, or one that could be. */
export interface WayIn {
  providerId: string
  name: string
  /** Null where it isn't linked. */
  account: LinkedAccount | null
  /** Whether one can still come in without it. */
  isSpare: boolean
}

/** What is linked first, in the order of linking, then what could be. */
export function waysIn(linked: readonly LinkedAccount[], options: SignInOptions): WayIn[] {
  const { providers, unlinkLastAccount } = options
  const nameOf = (providerId: string) =>
    providerId === passwordProvider
      ? 'Password'
      : (providers.find(({ id }) => id === providerId)?.name ?? providerId)
  const isSpare = unlinkLastAccount || linked.length > 1
  const known = linked.map(({ providerId }) => providerId)
  return [
    ...linked.map((account) => ({
      providerId: account.providerId,
      name: nameOf(account.providerId),
      account,
      isSpare,
    })),
    ...providers
      .filter(({ id }) => !known.includes(id))
      .map(({ id, name }) => ({ providerId: id, name, account: null, isSpare })),
  ]
}
