import type { TopicView } from '../view/topics.ts';
import type { PageInput } from './page-input.ts';

/** The topics of all reports, each once. */
export function topicsOf({ reports }: PageInput): TopicView[] {
  const found = new Map<string, TopicView>();
  for (const { view } of reports)
    for (const topic of view.topics) if (!found.has(topic.topicId)) found.set(topic.topicId, topic);
  return [...found.values()];
}
