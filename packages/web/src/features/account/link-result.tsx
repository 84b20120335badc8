import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { useQuery } from '@tanstack/react-query'
import { Banner } from '#/ui/banner.tsx'
import { linkedAccountsQuery } from './account-queries.ts'

interface LinkResultProps {
  /** The provider that the browser returns from. */
  connected: string | undefined
  /** Why linking failed. */
  error: string | undefined
  options: SignInOptions
}

/** The result of linking a provider, from the URL. */
export function LinkResult({ connected, error, options }: LinkResultProps) {
  const { data: linked } = useQuery(linkedAccountsQuery)
  if (error !== undefined) {
    return (
      <Banner tone="bad">
        {messages[error.toLowerCase()] ?? 'Something went wrong. Try again.'}
      </Banner>
    )
  }
  // The URL keeps the result after the account was disconnected again.
  const isLinked = linked?.some(({ providerId }) => providerId === connected) ?? false
  const provider = options.providers.find(({ id }) => id === connected)
  return provider && isLinked ? <Banner tone="good">{provider.name} is connected.</Banner> : null
}

const startAgain = 'This took too long, or started in another browser. Please try again.'

const messages: Readonly<Partial<Record<string, string>>> = {
  access_denied: 'Access was denied, so nothing changed.',
  account_already_linked_to_different_user: 'It is already linked to another account.',
  unable_to_link_account:
    'Its email address differs from your account’s, or its provider hasn’t verified it.',
  email_not_found: 'The provider did not share an email address.',
  state_not_found: startAgain,
  please_restart_the_process: startAgain,
}
