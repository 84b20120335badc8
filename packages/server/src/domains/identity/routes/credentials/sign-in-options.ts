import { type SignInOptions, signInOptions } from '@guildhall/contract/identity/sign-in-options'
import type { Config } from '../../../../platform/config/config.ts'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import { canSendMail } from '../../actions/notify-user.ts'
import { providerTable } from '../../rules/federation/providers/built-in.ts'

/** The settings don't change while the server runs. */
export function signInOptionsRoute(config: Config): OperationRoute {
  const options = optionsOf(config)
  return serve(signInOptions, () => Promise.resolve(options))
}

function optionsOf(config: Config): SignInOptions {
  const { accounts, passwords, usernames } = config
  return {
    providers: providersOf(config),
    captcha: captchaOf(config),
    password: { lengthMin: passwords.min, lengthMax: passwords.max },
    username: {
      lengthMin: usernames.min,
      lengthMax: usernames.max,
      pattern: usernames.pattern.source,
    },
    sendsMail: canSendMail(config),
    verificationRequired: accounts.verifyEmailRequired,
    changeEmail: accounts.changeEmail,
    deleteUser: accounts.deleteUser,
    unlinkLastAccount: accounts.unlinkLastAccount,
  }
}

function providersOf({ social, oidc }: Config): SignInOptions['providers'] {
  return [
    ...social.map((client) => ({
      id: client.provider,
      name: providerTable[client.provider](client).name,
    })),
    ...oidc.map(({ id, label }) => ({ id, name: label })),
  ]
}

function captchaOf({ captcha }: Config): SignInOptions['captcha'] {
  const { provider, siteKey } = captcha
  return provider === null || siteKey === null ? null : { provider, siteKey }
}
