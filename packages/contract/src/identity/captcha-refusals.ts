/** If a captcha is configured, its token is sent in a header of the call. */
export const captchaRefusals = [
  'captcha_is_missing',
  'captcha_failed',
  'captcha_is_unavailable',
] as const
