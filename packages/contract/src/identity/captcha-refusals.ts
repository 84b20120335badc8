/** What guards against programs, where a captcha is configured. Its answer is a header of the call. */
export const captchaRefusals = [
  'captcha_is_missing',
  'captcha_failed',
  'captcha_is_unavailable',
] as const
