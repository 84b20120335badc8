/** The refusals of every new password. */
export const newPasswordRefusals = [
  'password_too_short',
  'password_too_long',
  'password_too_common',
  'password_too_guessable',
  'password_too_personal',
  'password_is_breached',
] as const
