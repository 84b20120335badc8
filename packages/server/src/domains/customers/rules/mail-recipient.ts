interface Addressee {
  readonly name: string | null
  readonly email: string
  readonly emailVerified: boolean
}

/**
 * Names the recipient only if the address is verified: otherwise strangers could send words of
 * theirs to any address, by typing them as the name in a checkout.
 */
export const mailRecipient = ({ name, email: address, emailVerified }: Addressee) => ({
  name: emailVerified ? name : null,
  address,
})
