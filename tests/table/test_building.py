"""House rules are built by the form, with a sheet of what was built and faults at their places."""

import pytest
from playwright.async_api import Locator, expect

from tests.table.conftest import Visit
from tests.table.visitors import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Form:
    """The part of the form about house rules, its fields by their place in the options."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.sheet = self.page.locator("table.preview")

    def at(self, place: str) -> Locator:
        """The field of one value."""
        return self.page.locator(f'[id="option{place}"]')

    async def put(self, place: str, text: str) -> None:
        await self.at(place).fill(text)

    async def pick(self, place: str, title: str) -> None:
        await self.at(place).select_option(title)

    def part(self, *titles: str) -> Locator:
        """What is folded under a title, in what is folded under the one before."""
        found = self.page.locator(".options")
        for title in titles:
            found = found.locator("details").filter(has=self.page.locator("> summary", has_text=title)).first
        return found

    async def unfold(self, *titles: str) -> Locator:
        return await unfolded(self.part(*titles))

    async def add(self, *titles: str) -> None:
        """One more entry at the end of a list."""
        part = await self.unfold(*titles)
        await part.locator("> .list > li:last-child > button").click()

    def row(self, title: str) -> Locator:
        """A line of the sheet of what was built."""
        return self.sheet.get_by_role("row").filter(has=self.page.get_by_role("rowheader", name=title))


async def unfolded(part: Locator) -> Locator:
    """The same, open: not by a click, which would close what a fault has opened meanwhile."""
    await part.evaluate("(element) => { element.open = true; }")
    return part


async def building(visit: Visit, game: str, way: str = "") -> Form:
    visitor = await visit(f"#/new/{game}{way}")
    await visitor.unfold("House rules")
    return Form(visitor)


async def test_a_sheet_with_columns_boxes_of_its_own_and_bonuses(visit: Visit) -> None:
    form = await building(visit, "sheet", "/play/kniffel")
    await expect(form.row("Kniffel")).to_be_visible()

    # A second column that counts double and is filled from the top.
    for _ in range(2):
        await form.add("Columns")
    columns = form.part("Columns").locator("> .list > li > details")
    await unfolded(columns.nth(1))
    await form.put("/columns/1/factor", "2")
    await form.pick("/columns/1/order", "from the top")
    await expect(form.sheet.get_by_role("columnheader").nth(1)).to_have_text("× 2 ↓")

    # A box of the table's own: three faces in a row, from 6 on to 1 as well, for less with each throw.
    await form.add("Boxes")
    boxes = form.part("Boxes").locator("> .list > li > details")
    own = boxes.nth(13)
    await expect(form.row("One pair")).to_be_visible()  # the first known box that was not there
    await unfolded(own)
    await form.put("/boxes/13/category", "tower")
    await expect(form.row("Tower").locator(".fault")).to_contain_text("6 dice")
    await form.put("/boxes/13/category", "wheel")
    await form.put("/boxes/13/name", "The wheel")
    await unfolded(own.locator("details").filter(has=form.page.locator("> summary", has_text="Dice that fit")))
    await own.get_by_role("combobox", name="Dice that fit").select_option("faces in a row")
    await form.put("/boxes/13/fits/length", "3")
    await form.at("/boxes/13/fits/wraps").check()
    await unfolded(own.locator("details").filter(has=form.page.locator("> summary", has_text="Worth")))
    await own.get_by_role("combobox", name="Worth", exact=True).first.select_option("a list")
    await expect(own.get_by_role("combobox", name="1", exact=True)).to_be_visible()
    for place, points in (("0", "40"), ("1", "20")):
        await own.get_by_role("combobox", name=str(int(place) + 1), exact=True).select_option("a number")
        await form.put(f"/boxes/13/worth/{place}", points)
    await unfolded(own.locator("details").filter(has=form.page.locator("> summary", has_text="After")))
    await own.get_by_role("combobox", name="After").select_option("After")
    await form.pick("/boxes/13/after/category", "Chance")

    # A bonus for it, and the order of boxes.
    await form.add("Further bonuses")
    bonus = form.part("Further bonuses").locator("> .list > li > details").first
    await unfolded(bonus)
    await bonus.get_by_role("combobox").first.select_option("the difference of two boxes")
    await form.pick("/bonuses/0/more", "Chance")
    await form.pick("/bonuses/0/less", "Ones")
    await form.page.get_by_role("button", name="Move entry 14 up").click()

    await expect(form.row("The wheel").locator(".fault")).to_have_count(0)
    await expect(form.row("The wheel").get_by_role("cell")).to_have_text(["0", ""])  # not next in its order
    await form.visitor.press("Begin")
    await expect(form.page.locator("main.table")).to_be_visible()
    options = (await form.visitor.view())["options"]
    wheel = options["boxes"][12]
    assert (wheel["category"], wheel["name"], wheel["worth"]) == ("wheel", "The wheel", [40, 20])
    assert wheel["fits"] == {"type": "run", "length": 3, "wraps": True}
    assert wheel["after"] == {"category": "chance", "scored": True}
    assert options["columns"] == [{"factor": 1, "order": "free"}, {"factor": 2, "order": "down"}]
    assert options["bonuses"] == [{"type": "difference", "more": "chance", "less": "ones", "times_box": None}]


async def test_what_is_found_wrong_unfolds_and_stands_on_the_sheet(visit: Visit) -> None:
    form = await building(visit, "sheet")
    await form.unfold("Boxes")
    await unfolded(form.part("Boxes").locator("> .list > li > details").nth(2))
    await form.put("/boxes/2/category", "ones")
    told = "The sheet has the box “Ones” twice."
    await expect(form.sheet.locator(".fault")).to_have_text([told])
    await expect(form.page.locator('[id="option/boxes/2"] .fault, .options .fault')).to_have_text([told])
    await expect(form.part("Boxes")).to_have_attribute("open", "")
    await form.put("/boxes/2/category", "threes")
    await expect(form.page.locator(".fault")).to_have_count(0)


async def test_an_example_throw_fills_the_sheet_and_others_follow(visit: Visit) -> None:
    form = await building(visit, "sheet")
    await expect(form.row("Yatzy").get_by_role("cell")).to_have_text(["50"])
    await expect(form.row("Ones").get_by_role("cell")).to_have_text(["5"])
    await form.page.get_by_role("button", name="another throw").click()
    await expect(form.row("Sixes").get_by_role("cell")).to_have_text(["30"])


async def test_a_banking_game_says_every_kind_of_word(visit: Visit) -> None:
    form = await building(visit, "banking")
    throws = form.page.locator("table.preview td")
    await expect(throws.first).to_have_text("3,000")
    await form.add("Combinations")
    word = form.part("Combinations").locator("> .list > li > details").last
    await unfolded(word)
    await word.get_by_role("combobox").first.select_option("exactly these dice")
    await form.put("/combinations/9/dice", "2 2 3 3 4")
    await form.at("/combinations/9/dice").press("Tab")
    await form.put("/combinations/9/points", "700")
    await form.pick("/overshoot", "is taken from the target")
    await form.pick("/piggyback", "for everybody")
    await form.put("/riding_minimum", "300")
    await form.put("/bust_penalty", "500")
    await form.pick("/penalty_floor", "below 0 as well")
    await form.put("/last_die_throws", "3")
    await form.add("Endings that no total may have")
    await form.put("/refused_endings/0", "50")
    await form.visitor.press("Begin")
    await expect(form.page.locator("main.table")).to_be_visible()
    options = (await form.visitor.view())["options"]
    assert options["combinations"][9] == {"type": "exact", "dice": [2, 2, 3, 3, 4], "points": 700}
    wanted = {"overshoot": "bounces", "piggyback": "anyone", "riding_minimum": 300, "bust_penalty": 500}
    wanted |= {"penalty_floor": "none", "last_die_throws": 3, "refused_endings": ["50"]}
    assert {name: options[name] for name in wanted} == wanted


SAMPLES = """async ([name, lang]) => {
  const { defaults, orNothing, plain, variantsOf } = await import("/table/schema.js");
  const { firstOf } = await import("/table/views/options.js");
  const { unused } = await import("/table/views/lists.js");
  const { options: root } = await (await fetch(`/v1/games/${name}?lang=${lang}`)).json();
  const whole = defaults(root);
  // Every kind of value that the form offers somewhere, as it puts it in at first.
  function samples(schema, choose) {
    const here = plain(schema, root);
    const kinds = orNothing(here, root) ? null : variantsOf(here, root);
    if (kinds) return kinds.flatMap((kind) => samples(kind, choose));
    if (here.enum) return here.enum;
    if (here.type === "object") {
      const made = defaults(here, root, choose);
      return Object.entries(here.properties).flatMap(([field, of]) =>
        samples(of, choose).map((value) => ({ ...made, [field]: value })),
      );
    }
    if (here.type === "array") {
      const items = samples(here.items, choose);
      const most = here.minItems ?? 1;
      return items.map((item) => Array.from({ length: Math.max(most, 1) }, () => item));
    }
    return [defaults(here, root, choose)];
  }
  const found = [];
  for (const [field, of] of Object.entries(root.properties)) {
    const listed = Array.isArray(whole[field]) ? whole[field] : [];
    for (const value of samples(of, unused(listed, firstOf(whole)))) {
      const kept = Array.isArray(value) ? [...listed, ...value] : value;
      const body = JSON.stringify({ options: { ...whole, [field]: kept } });
      const answer = await fetch(`/v1/games/${name}/options`, { method: "POST", body });
      const { options, faults } = await answer.json();
      const wrong = options ? [] : faults.map(({ pointer }) => pointer);
      found.push({ field, value: JSON.stringify(value), faults: wrong });
    }
  }
  return found;
}"""


@pytest.mark.parametrize(("game", "kinds"), [("sheet", 45), ("banking", 45)])
async def test_what_the_form_puts_in_at_first_is_in_bounds(visit: Visit, game: str, kinds: int) -> None:
    """Every kind of value at every place: it may contradict others, but is what should stand there."""
    visitor = await visit(f"#/new/{game}")
    await expect(visitor.page.locator("form.setup")).to_be_visible()
    found = await visitor.page.evaluate(SAMPLES, [game, "en"])
    assert [each for each in found if each["faults"]] == []
    assert len({each["value"] for each in found}) >= kinds
