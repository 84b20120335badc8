import { anyText, listOf, matching, oneOf, onOff, pattern, webUrl, wholeNumber } from './parse.ts'
import { optional, setting } from './setting.ts'

const lifetime = wholeNumber(60, 31_536_000)
const count = wholeNumber(1, 1_000_000)

export const passwords = {
  min: setting({
    name: 'GUILDHALL_PASSWORD_MIN',
    default: '8',
    parse: wholeNumber(1, 1024),
    meaning: 'Minimum length of a password.',
  }),
  max: setting({
    name: 'GUILDHALL_PASSWORD_MAX',
    default: '128',
    parse: wholeNumber(1, 1024),
    meaning: 'Maximum length of a password.',
  }),
  commonCheck: setting({
    name: 'GUILDHALL_PASSWORD_COMMON_CHECK',
    default: 'on',
    parse: onOff,
    meaning: 'Rejects the most common passwords, and ones that follow a common pattern.',
  }),
  breachUrl: optional({
    name: 'GUILDHALL_PASSWORD_BREACH_URL',
    parse: webUrl,
    absent: 'not checked',
    meaning: 'A range API like that of Pwned Passwords; it never receives the password.',
  }),
}

export const usernames = {
  min: setting({
    name: 'GUILDHALL_USERNAME_MIN',
    default: '3',
    parse: wholeNumber(1, 255),
    meaning: 'Minimum length of a username.',
  }),
  max: setting({
    name: 'GUILDHALL_USERNAME_MAX',
    default: '30',
    parse: wholeNumber(1, 255),
    meaning: 'Maximum length of a username.',
  }),
  pattern: setting({
    name: 'GUILDHALL_USERNAME_PATTERN',
    default: '^[a-zA-Z0-9_.]+$',
    parse: pattern,
    meaning: 'Regular expression that usernames must match.',
  }),
}

export const accounts = {
  verifyEmailRequired: setting({
    name: 'GUILDHALL_VERIFY_EMAIL_REQUIRED',
    default: 'off',
    parse: onOff,
    meaning: 'Users must verify their email address before they can sign in.',
  }),
  verifyEmailSignsIn: setting({
    name: 'GUILDHALL_VERIFY_EMAIL_SIGNS_IN',
    default: 'off',
    parse: onOff,
    meaning: 'The link that verifies an address also signs the user in.',
  }),
  changeEmail: setting({
    name: 'GUILDHALL_CHANGE_EMAIL',
    default: 'on',
    parse: onOff,
    meaning: 'Users may change their email address.',
  }),
  deleteUser: setting({
    name: 'GUILDHALL_DELETE_USER',
    default: 'on',
    parse: onOff,
    meaning: 'Users may delete their account.',
  }),
  resetEndsSessions: setting({
    name: 'GUILDHALL_RESET_ENDS_SESSIONS',
    default: 'on',
    parse: onOff,
    meaning: 'Resetting a password ends all sessions of the user.',
  }),
  unlinkLastAccount: setting({
    name: 'GUILDHALL_UNLINK_LAST_ACCOUNT',
    default: 'off',
    parse: onOff,
    meaning: 'Users may unlink the last account they can sign in with.',
  }),
  linkDifferentEmails: setting({
    name: 'GUILDHALL_LINK_DIFFERENT_EMAILS',
    default: 'off',
    parse: onOff,
    meaning: 'A linked account may have a different email address than the user.',
  }),
}

export const lifetimes = {
  resetSeconds: setting({
    name: 'GUILDHALL_RESET_SECONDS',
    default: '3600',
    parse: lifetime,
    meaning: 'Links that reset a password.',
  }),
  verificationSeconds: setting({
    name: 'GUILDHALL_VERIFICATION_SECONDS',
    default: '3600',
    parse: lifetime,
    meaning: 'Links that verify an email address.',
  }),
  deletionSeconds: setting({
    name: 'GUILDHALL_DELETION_SECONDS',
    default: '86400',
    parse: lifetime,
    meaning: 'Links that delete an account.',
  }),
  invitationSeconds: setting({
    name: 'GUILDHALL_INVITATION_SECONDS',
    default: '172800',
    parse: lifetime,
    meaning: 'Invitations to an organization.',
  }),
}

export const captcha = {
  provider: optional({
    name: 'GUILDHALL_CAPTCHA_PROVIDER',
    parse: oneOf('cloudflare-turnstile', 'google-recaptcha', 'hcaptcha'),
    absent: 'no captcha',
    meaning: 'Protects sign-up, sign-in and password reset requests.',
  }),
  siteKey: optional({
    name: 'GUILDHALL_CAPTCHA_SITE_KEY',
    parse: anyText,
    meaning: 'The site key, used in the browser.',
  }),
  secretKey: optional({
    name: 'GUILDHALL_CAPTCHA_SECRET_KEY',
    secret: true,
    parse: anyText,
    meaning: 'The secret key, used to verify responses.',
  }),
  verifyUrl: optional({
    name: 'GUILDHALL_CAPTCHA_VERIFY_URL',
    parse: webUrl,
    absent: "the provider's",
    meaning: 'Overrides the URL that verifies responses.',
  }),
}

export const organizations = {
  create: setting({
    name: 'GUILDHALL_ORGANIZATION_CREATE',
    default: 'everyone',
    parse: oneOf('everyone', 'operators'),
    meaning: 'Who may create organizations.',
  }),
  limit: optional({
    name: 'GUILDHALL_ORGANIZATION_LIMIT',
    parse: count,
    absent: 'unlimited',
    meaning:
      'A member of this many organizations cannot create another; ' +
      'an operator may override it for a user.',
  }),
  sellerId: optional({
    name: 'GUILDHALL_SELLER_ID',
    parse: matching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, 'the id of an organization'),
    absent: 'users can’t buy as users',
    meaning:
      'The organization whose products users buy at /api/auth/checkout, and whose customers they are ' +
      'by their ids. An id, because a slug that is given up can be taken by others.',
  }),
  userEvents: optional({
    name: 'GUILDHALL_USER_EVENTS',
    parse: listOf(matching(/^.{1,128}$/u, 'names of events')),
    absent: 'none',
    meaning:
      'Events that users may send of themselves at /api/auth/usage/ingest. A user can send any ' +
      'numbers, so list only events that meters count.',
  }),
  creatorRole: setting({
    name: 'GUILDHALL_CREATOR_ROLE',
    default: 'owner',
    parse: matching(/^owner(,admin)?$/, 'owner or owner,admin'),
    meaning:
      'Roles of the creator: `owner` or `owner,admin`, as an organization always has an owner.',
  }),
  memberLimit: setting({
    name: 'GUILDHALL_MEMBER_LIMIT',
    default: '100',
    parse: count,
    meaning: 'Maximum number of members of an organization.',
  }),
  invitationLimit: setting({
    name: 'GUILDHALL_INVITATION_LIMIT',
    default: '100',
    parse: count,
    meaning: 'Maximum number of pending invitations of an organization.',
  }),
  invitationNeedsVerifiedEmail: setting({
    name: 'GUILDHALL_INVITATION_NEEDS_VERIFIED_EMAIL',
    default: 'on',
    parse: onOff,
    meaning:
      'Only users who have verified the invited address, or follow the link in the mail, may ' +
      'accept. Unsafe if off: anyone who signs up with an invited address may accept.',
  }),
}

export const teams = {
  enabled: setting({
    name: 'GUILDHALL_TEAMS',
    default: 'on',
    parse: onOff,
    meaning: 'Organizations may have teams.',
  }),
  limit: optional({
    name: 'GUILDHALL_TEAM_LIMIT',
    parse: count,
    absent: 'unlimited',
    meaning: 'Maximum number of teams of an organization.',
  }),
  memberLimit: optional({
    name: 'GUILDHALL_TEAM_MEMBER_LIMIT',
    parse: count,
    absent: 'unlimited',
    meaning: 'Maximum number of members of a team.',
  }),
  removeLast: setting({
    name: 'GUILDHALL_REMOVE_LAST_TEAM',
    default: 'off',
    parse: onOff,
    meaning: 'The last team of an organization may be removed.',
  }),
}
