import type { Provider } from './provider.ts'
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
} from './with-calls.ts'
import { apple, facebook, google, microsoft, twitch } from './with-id-token.ts'

/** What an operator may say of single providers. */
export interface ProviderSettings {
  readonly tenant: string | null
  readonly issuer: string | null
}

/** The providers that are built in. */
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
