import { beforeEach } from "vitest";

// Stryker has no option for tags.
beforeEach(({ task, skip }) => skip(task.tags?.includes("slow") ?? false));
