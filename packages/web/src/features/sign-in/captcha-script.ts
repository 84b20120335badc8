import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'

type CaptchaProvider = NonNullable<SignInOptions['captcha']>['provider']

interface CaptchaOptions {
  sitekey: string
  theme: 'light' | 'dark'
  callback: (token: string) => void
  'expired-callback': () => void
  'error-callback': () => void
}

/** The common interface of the three providers. */
export interface CaptchaApi {
  render: (place: HTMLElement, options: CaptchaOptions) => unknown
  ready?: (then: () => void) => void
}

declare global {
  interface Window {
    turnstile?: CaptchaApi
    grecaptcha?: CaptchaApi
    hcaptcha?: CaptchaApi
  }
}

/** Loads the provider’s script, which only pages with a captcha have. */
export async function loadCaptcha(provider: CaptchaProvider): Promise<CaptchaApi> {
  const { script, find } = providers[provider]
  const api = find() ?? (await load(script).then(find))
  if (api === undefined) throw new Error(`The script of ${provider} brought no captcha.`)
  // reCAPTCHA’s global is not ready when its script has loaded; the other two are.
  const { ready } = api
  if (provider === 'google-recaptcha' && ready !== undefined) {
    await new Promise<void>((resolve) => ready(resolve))
  }
  return api
}

interface CaptchaSource {
  script: string
  find: () => CaptchaApi | undefined
}

const providers: Readonly<Record<CaptchaProvider, CaptchaSource>> = {
  'cloudflare-turnstile': {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    find: () => window.turnstile,
  },
  'google-recaptcha': {
    script: 'https://www.google.com/recaptcha/api.js?render=explicit',
    find: () => window.grecaptcha,
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
    find: () => window.hcaptcha,
  },
}

function load(source: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`${source} can’t be loaded.`))
    })
    document.head.append(script)
  })
}
