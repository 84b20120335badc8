/** What a build may be told from outside. */
interface ImportMetaEnv {
  /** The base URL of the account API, where it isn't the path /api/auth of the page's own origin. */
  readonly VITE_ACCOUNT_API_URL?: string
}
