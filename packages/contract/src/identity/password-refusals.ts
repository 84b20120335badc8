/** How a new password is refused, wherever one is chosen. */
export const newPasswordRefusals = [
  'password_too_short',
  'password_too_long',
  'password_too_common',
  'password_too_personal',
  'password_is_breached',
] as const
