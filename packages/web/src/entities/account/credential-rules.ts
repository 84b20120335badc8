import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'

type PasswordRules = SignInOptions['password']
type UsernameRules = SignInOptions['username']

/** The password rules, shown before typing. */
export function passwordHint({ lengthMin }: PasswordRules): string | undefined {
  return lengthMin > 1 ? `At least ${lengthMin} characters.` : undefined
}

/** Client-side checks; the server decides. */
export function passwordMistake(
  { lengthMin, lengthMax }: PasswordRules,
  password: string,
): string | null {
  if (password === '') return 'Choose a password.'
  if (password.length < lengthMin) return `Use at least ${lengthMin} characters.`
  if (password.length > lengthMax) return `Use at most ${lengthMax} characters.`
  return null
}

const usualPattern = '^[a-zA-Z0-9_.]+$'

export function usernameHint({ lengthMin, lengthMax, pattern }: UsernameRules): string {
  const characters =
    pattern === usualPattern ? 'letters, digits, dots or underscores' : 'characters'
  return `${lengthMin} to ${lengthMax} ${characters}.`
}

export function usernameMistake(
  { lengthMin, lengthMax, pattern }: UsernameRules,
  username: string,
): string | null {
  if (username.length < lengthMin) return `Use at least ${lengthMin} characters.`
  if (username.length > lengthMax) return `Use at most ${lengthMax} characters.`
  if (!new RegExp(pattern).test(username)) {
    return pattern === usualPattern
      ? 'Use letters, digits, dots and underscores only.'
      : 'This username contains characters that are not allowed.'
  }
  return null
}
