import * as contract from '@guildhall/contract/organizations/command-line-logins'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  approveLogin,
  denyLogin,
  findLogin,
  loginCodeDigest,
  loginStatus,
  revokeShownToken,
} from '../actions/command-line-logins.ts'
import type { OrganizationDeps } from '../actions/deps.ts'
import { resolveOrganization } from '../actions/seller.ts'
import { presentAccessToken } from '../present/access-token.ts'
import { formatLoginCode, newLoginCode } from '../rules/login-code.ts'
import { insertLogin } from '../store/command-line-logins.ts'

const lifetimeMilliseconds = 600_000

/** How a command line gets an access token by the browser, and gives it back. */
export const commandLineLoginRoutes = (deps: OrganizationDeps): readonly OperationRoute[] => [
  startRoute(deps),
  serve(contract.getCommandLineLogin, ({ body }) => loginStatus(deps, body.token)),
  serve(contract.findCommandLineLogin, async ({ body }) => {
    const { deviceName, address, createdAt, expiresAt } = await findLogin(deps, body.userCode)
    return { deviceName, address, createdAt, expiresAt }
  }),
  approveRoute(deps),
  serve(contract.denyCommandLineLogin, ({ body }) =>
    runUnitOfWork(deps.uowFactory, {}, (uow) => denyLogin(uow, deps, body.userCode)),
  ),
  serve(contract.revokeShownAccessToken, (call) =>
    revokeShownToken(deps, call.body.token, (uow, by) => call.finish(uow, undefined, by)),
  ),
]

const startRoute = (deps: OrganizationDeps) =>
  serve(contract.startCommandLineLogin, async ({ body: { deviceName }, address }) => {
    const { keyring, config, uowFactory } = deps
    const { secret: token, hash: secretHash } = makeSecret(secretPrefixes.organizationAccess)
    const code = newLoginCode()
    const codeDigest = loginCodeDigest(keyring, code)
    return runUnitOfWork(uowFactory, {}, async ({ tx, now: createdAt }) => {
      const expiresAt = new Date(createdAt.getTime() + lifetimeMilliseconds)
      const login = { secretHash, codeDigest, deviceName, address, createdAt, expiresAt }
      await insertLogin(tx, login)
      const verificationUrl = `${config.server.url}/command-line`
      return { token, userCode: formatLoginCode(code), verificationUrl, expiresAt }
    })
  })

const approveRoute = (deps: OrganizationDeps) =>
  serve(contract.approveCommandLineLogin, async (call) => {
    const { caller, body } = call
    const organizationId = await resolveOrganization(deps, caller, body.organizationId)
    return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      const token = await approveLogin(uow, deps, caller, { ...body, organizationId })
      return call.finish(uow, presentAccessToken(token))
    })
  })
