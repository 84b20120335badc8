interface Named {
  readonly name: string | null
  readonly email: string
}

/** What to call a customer: a name may be missing, an address never is. */
export const customerName = ({ name, email }: Named): string => name ?? email
