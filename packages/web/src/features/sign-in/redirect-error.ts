/** The error code of a provider's callback, from the URL. */
export function redirectError(search: string): string | null {
  const code = new URLSearchParams(search).get('error')
  if (code === null) return null
  return messages[code.toLowerCase()] ?? 'Sign-in failed. Please try again.'
}

const startAgain = 'This took too long, or started in another browser. Please try again.'

const messages: Readonly<Partial<Record<string, string>>> = {
  access_denied: 'Access was denied, so you are not signed in.',
  account_not_linked:
    'An account with your email address already exists. Sign in as usual; then you can ' +
    'link this service in your account.',
  signup_disabled: 'There is no account for you yet. Create one first.',
  email_not_found: 'The provider did not share your email address, which an account needs.',
  banned:
    'This account is banned. Contact the operator of this server if you think this is a mistake.',
  state_not_found: startAgain,
  please_restart_the_process: startAgain,
}
