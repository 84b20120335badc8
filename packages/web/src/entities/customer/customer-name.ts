interface Named {
  readonly name: string | null
  readonly email: string
}

/** The display name: the name is optional, the email address is not. */
export const customerName = ({ name, email }: Named): string => name ?? email
