import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { type LinkedAccount, passwordProvider } from './account-queries.ts'

/** A sign-in method, linked or available. */
export interface SignInMethod {
  providerId: string
  name: string
  /** Null if it isn’t linked. */
  account: LinkedAccount | null
  /** Whether the user can sign in without it. */
  isRemovable: boolean
}

/** The linked ones in the order of linking, then the available ones. */
export function signInMethods(
  linked: readonly LinkedAccount[],
  options: SignInOptions,
): SignInMethod[] {
  const { providers, unlinkLastAccount } = options
  const nameOf = (providerId: string) =>
    providerId === passwordProvider
      ? 'Password'
      : (providers.find(({ id }) => id === providerId)?.name ?? providerId)
  const isRemovable = unlinkLastAccount || linked.length > 1
  const known = linked.map(({ providerId }) => providerId)
  return [
    ...linked.map((account) => ({
      providerId: account.providerId,
      name: nameOf(account.providerId),
      account,
      isRemovable,
    })),
    ...providers
      .filter(({ id }) => !known.includes(id))
      .map(({ id, name }) => ({ providerId: id, name, account: null, isRemovable })),
  ]
}
