import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { useQuery } from '@tanstack/react-query'
import { Banner } from '../../ui/banner.tsx'
import { linkedAccountsQuery } from './account-queries.ts'

interface LinkNewsProps {
  /** The provider that the browser comes back from. */
  connected: string | undefined
  /** Why it isn't linked. */
  error: string | undefined
  options: SignInOptions
}

/** What came of going to a provider, as the address says it. */
export function LinkNews({ connected, error, options }: LinkNewsProps) {
  const { data: linked } = useQuery(linkedAccountsQuery)
  if (error !== undefined) {
    return (
      <Banner tone="bad">{words[error.toLowerCase()] ?? 'That didn’t work. Try again.'}</Banner>
    )
  }
  // The address still says so after the account was disconnected again.
  const isLinked = linked?.some(({ providerId }) => providerId === connected) ?? false
  const provider = options.providers.find(({ id }) => id === connected)
  return provider && isLinked ? <Banner tone="good">{provider.name} is connected.</Banner> : null
}

const startAgain = 'This took too long, or was begun in another browser. Please try again.'

const words: Readonly<Partial<Record<string, string>>> = {
  access_denied: 'You didn’t allow it there, so nothing has changed.',
  account_already_linked_to_different_user: 'It belongs to another account here already.',
  unable_to_link_account:
    'It has another e-mail address than your account, or its provider doesn’t vouch for it.',
  email_not_found: 'The provider didn’t tell us an e-mail address.',
  state_not_found: startAgain,
  please_restart_the_process: startAgain,
}
