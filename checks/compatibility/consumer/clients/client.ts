/** What every client is asked to do. */

/** Where a client finds the platform, and with which token. */
export interface Access {
  readonly url: string;
  readonly baseUrl: string;
  readonly accessToken: string;
}

export interface ClientCheck {
  /** The package, as its lock file entry names it. */
  readonly name: string;
  /** Forms of a document that it takes, each with what it made of one: names of integrations, or how many there are. */
  readonly forms: Readonly<Record<string, (access: Access) => Promise<unknown>>>;
}

export const bearer = ({ accessToken }: Access): Record<string, string> => ({ authorization: `Bearer ${accessToken}` });
