/** Set at build time. */
interface ImportMetaEnv {
  /** The base URL of the account API, unless it is /api/auth of the page’s own origin. */
  readonly VITE_ACCOUNT_API_URL?: string
}
