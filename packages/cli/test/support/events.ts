/** Reads server-sent events. */

interface Events extends Promise<string[]> {
  /** Resolves when the stream is open. */
  readonly opened: Promise<void>;
}

/** The data of the first events of the page. */
export function readEvents(baseUrl: string, count: number): Events {
  const opened = Promise.withResolvers<void>();
  const read = async (): Promise<string[]> => {
    const caller = new AbortController();
    const response = await fetch(`${baseUrl}/_page/events`, { signal: caller.signal });
    let text = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      opened.resolve();
      const events = [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data = ""]) => data);
      if (events.length < count) continue;
      caller.abort();
      return events.slice(0, count);
    }
    return [];
  };
  return Object.assign(read(), { opened: opened.promise });
}
