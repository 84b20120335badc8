/** Refusals of single values in the words of a form, for the line under their field. */
export function passwordFault(code: string): string | null {
  return passwordWords[code] ?? null
}

export function usernameFault(code: string): string | null {
  return usernameWords[code] ?? null
}

type Words = Readonly<Partial<Record<string, string>>>

const passwordWords: Words = {
  PASSWORD_TOO_SHORT: 'This password is too short. Choose a longer one.',
  PASSWORD_TOO_LONG: 'This password is too long. Choose a shorter one.',
  PASSWORD_TOO_COMMON: 'Too many people use this password. Choose another one.',
  PASSWORD_MUST_NOT_BE_YOUR_NAME_OR_EMAIL_ADDRESS:
    'Others would guess your name or address first. Choose another password.',
  PASSWORD_COMPROMISED:
    'This password was found in a leak of another site. Choose one that is used nowhere else.',
}

const usernameWords: Words = {
  USERNAME_IS_TOO_SHORT: 'This username is too short.',
  USERNAME_IS_TOO_LONG: 'This username is too long.',
  USERNAME_IS_INVALID: 'A username can’t have these characters.',
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: 'Somebody has this username. Try another one.',
}
