"""English: its words for time, and the words that disarm them."""

from pipeline.dates.languages.english_words import TABLE
from pipeline.dates.languages.language import Language, phrase_table, words

ENGLISH = Language(
    name="en",
    phrases=phrase_table(TABLE),
    plain_words=words(
        "the of in for by to and with is are was were do we how many much what which show me "
        "sales revenue orders customers total our list give all top number average per compare "
        "did have has who why any it from on at us a an i you"
    ),
    doubtful=words("may march mar sun sat mon wed fall spring mo second dec jan fri thu tue"),
    after_doubtful=words(
        "i we you he she they it one not be have forward ahead onward onwards towards toward out "
        "band against madness microsystems"
    ),
    given_names=words(
        "april may june august summer autumn jan dawn spring monday tuesday wednesday thursday "
        "friday saturday sunday"
    ),
    before_name=words(
        "customer client rep salesperson employee named called contact user mr mrs ms miss dr "
        "agent manager owner seller buyer patient student author colleague name supplier vendor "
        "hi hello hey dear thanks salesman saleswoman cashier driver account doctor aunt member"
    ),
    before_number=words(
        "order number no nr num id ids invoice ticket room store sku customer client product "
        "model version v top limit least most than exactly approximately roughly nearly department "
        "dept "
        "population page zip code postcode line account building case batch lot item part project "
        "po employee user table block flat suite unit shop branch warehouse location site vendor "
        "supplier ref reference serial policy contract claim shipment delivery windows office "
        "server price value amount quantity qty score worth rows gate bus flight "
        "bin task job transaction receipt quote bill port district ward region "
        "release build schema category route machine device asset vehicle truck "
        "iso din revision question first bottom nearest paid pays owe owes plus minus times "
        "exceeds exceeding equals below above got made spent"
    ),
    counted=words(
        "items item units unit rows row records people dollars usd euros eur pounds gbp pieces "
        "points times users employees results percent pct kg km miles meters metres grams liters "
        "litres cents minutes seconds stores shops locations words pages characters mg ml sqft "
        "calories steps boxes pallets bottles bucks credits inhabitants residents seats watts mah "
        "entries lines skus products model models edition version release"
    ),
    subjects=words(
        "population limit price value amount quantity out top minimum maximum threshold discount "
        "salary score worth excess id number capacity payment fee weight size"
    ),
    after_name=words(
        "ltd limited inc incorporated llc llp plc corp corporation co gmbh ag sa group holdings "
        "partners associates sons brothers"
    ),
    owners=words("their its his her our your my they it he she we a an"),
    before_verb=words(
        "that which who to not will would can could may might must shall should do does did "
        "don't doesn't didn't won't they we you it never always usually also"
    ),
    lasting=words(
        "delivered shipped resolved paid completed closed answered processed done finished "
        "fulfilled returned take takes took taken taking built made sold arrived arrive arrives "
        "solved handled reached produced repaid settled responded lasting ready expire churned "
        "churn converted turned responding respond back dispatched refunded cancelled packed"
    ),
    goods=words(
        "tree trees card cards egg eggs decorations decoration gift gifts island dinner bunny "
        "party ornaments sweaters lights chocolates collection dresses dress edition "
        "wreaths baskets hamper hampers shoes jackets coats tires menu pudding stockings jumpers"
    ),
)
