import { isOidcName, oidcFamily } from './oidc.ts'
import { socialFamily, socialNames, socialSpecials } from './social.ts'

/** Settings whose names the operator completes, and those of individual providers. */
export const families: readonly Family[] = [...socialFamily, ...socialSpecials, ...oidcFamily]

interface Family {
  readonly name: string
  readonly secret: boolean
  readonly meaning: string
}

export const isFamilyName = (name: string): boolean =>
  socialNames.includes(name) || isOidcName(name)

export const isSecretFamilyName = (name: string): boolean =>
  families.some((one) => one.secret && name.endsWith(one.name.split('>').at(-1) ?? one.name))
