/** Messages for refusals of a single value, shown under its field. */
export function passwordFault(code: string): string | null {
  return passwordMessages[code] ?? null
}

export function usernameFault(code: string): string | null {
  return usernameMessages[code] ?? null
}

type Messages = Readonly<Partial<Record<string, string>>>

const passwordMessages: Messages = {
  PASSWORD_TOO_SHORT: 'This password is too short. Choose a longer one.',
  PASSWORD_TOO_LONG: 'This password is too long. Choose a shorter one.',
  PASSWORD_TOO_COMMON: 'This password is too common. Choose another one.',
  PASSWORD_TOO_EASY_TO_GUESS:
    'This password is easy to guess. Choose a longer or less regular one.',
  PASSWORD_MUST_NOT_BE_YOUR_NAME_OR_EMAIL_ADDRESS:
    'Your password can’t be your name or email address. Choose another one.',
  PASSWORD_COMPROMISED:
    'This password appeared in a data breach. Choose one that you use nowhere else.',
}

const usernameMessages: Messages = {
  USERNAME_IS_TOO_SHORT: 'This username is too short.',
  USERNAME_IS_TOO_LONG: 'This username is too long.',
  USERNAME_IS_INVALID: 'This username contains characters that are not allowed.',
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: 'This username is taken. Try another one.',
}
