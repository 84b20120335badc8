import type { Config } from '../platform/config/config.ts'
import type { PageSources } from '../platform/http/security-headers.ts'
import type { WebSources } from '../platform/http/web-assets.ts'

type SourceSettings = Pick<Config, 'captcha' | 'storage' | 'stripe'>

/** The foreign origins that our pages load from. */
export function webSources({ captcha, storage, stripe }: SourceSettings): WebSources {
  const paying = stripe.secretKey === null ? {} : stripeSources
  return {
    // Profile pictures may be on any site; the pages before sign-in show none.
    app: { images: ['https:'], connections: bucketSources(storage) },
    // Sellers' logos and the pictures in their texts may be on any site as well.
    checkout: { images: ['https:'], ...paying },
    portal: { images: ['https:'], ...paying },
    // It embeds checkouts of this server.
    'embed-demo': { frames: ["'self'"] },
    ...(captcha.provider !== null && { 'sign-in': captchaSources[captcha.provider] }),
  }
}

/** Parts of files go from the browser to the bucket, which Amazon names in the host. */
function bucketSources({ bucket, endpoint, forcePathStyle }: Config['storage']): string[] {
  if (bucket === null) return []
  if (endpoint === null) return ['https://*.amazonaws.com']
  const { protocol, host } = new URL(endpoint)
  return [`${protocol}//${forcePathStyle ? '' : `${bucket}.`}${host}`]
}

/** As Stripe requires: its script, the frames of its fields, and the bank's page. */
const stripeSources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connections: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
} as const satisfies PageSources

/** As each provider requires in its documentation. */
const captchaSources = {
  'cloudflare-turnstile': {
    scripts: ['https://challenges.cloudflare.com'],
    frames: ['https://challenges.cloudflare.com'],
  },
  'google-recaptcha': {
    scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    connections: ['https://www.google.com/recaptcha/'],
    frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  },
  hcaptcha: {
    scripts: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    connections: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    frames: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
} as const satisfies Readonly<Record<NonNullable<Config['captcha']['provider']>, PageSources>>
