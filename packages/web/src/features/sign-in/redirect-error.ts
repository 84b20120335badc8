/** What a provider's callback says in the address when it sends somebody back. */
export function redirectError(search: string): string | null {
  const code = new URLSearchParams(search).get('error')
  if (code === null) return null
  return words[code.toLowerCase()] ?? 'Signing in did not work. Please try again.'
}

const startAgain = 'This took too long, or was begun in another browser. Please try again.'

const words: Readonly<Partial<Record<string, string>>> = {
  access_denied: 'You didn’t allow it there, so you are not signed in.',
  account_not_linked:
    'An account with your e-mail address exists already. Sign in as you always do; then you can ' +
    'link this way in your account.',
  signup_disabled: 'There is no account for you yet. Create one first.',
  email_not_found: 'The provider didn’t tell us your e-mail address, and an account needs one.',
  banned: 'This account is banned. Ask the operator of this server if you think that’s a mistake.',
  state_not_found: startAgain,
  please_restart_the_process: startAgain,
}
