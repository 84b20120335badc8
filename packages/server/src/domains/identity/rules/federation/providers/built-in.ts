import {
  discord,
  dropbox,
  github,
  gitlab,
  huggingface,
  kick,
  linkedin,
  reddit,
  roblox,
  spotify,
  tiktok,
  twitter,
  vk,
  zoom,
} from './oauth-providers.ts'
import { apple, facebook, google, microsoft, twitch } from './openid-providers.ts'
import type { Provider } from './provider.ts'

/** Settings that single providers take. */
interface ProviderSettings {
  readonly tenant: string | null
  readonly issuer: string | null
}

/** The built-in providers. */
export const providerTable = {
  apple,
  discord,
  dropbox,
  facebook,
  github,
  gitlab,
  google,
  huggingface,
  kick,
  linkedin,
  microsoft,
  reddit,
  roblox,
  spotify,
  tiktok,
  twitch,
  twitter,
  vk,
  zoom,
} as const satisfies Readonly<Record<string, (settings: ProviderSettings) => Provider>>
