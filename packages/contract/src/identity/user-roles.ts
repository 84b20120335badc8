/** The roles of this server's users; `admin` is an operator. */
export const userRoles = ['user', 'admin'] as const
export type UserRole = (typeof userRoles)[number]
