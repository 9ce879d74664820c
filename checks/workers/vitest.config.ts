/** Tests of this folder only, with the options of the repository. */

import config from "../../vitest.config.ts";

const { projects: _, ...test } = config.test ?? {};

export default { ...config, test: { ...test, include: ["checks/workers/*.test.ts"] } };
