/** The public URL that all servers are configured with; they listen on other ports. */
export const publicUrl = 'http://localhost:3000'
export const secret = 'a secret of the bench, of more than 32 characters'.replaceAll(/\W/g, '-')
